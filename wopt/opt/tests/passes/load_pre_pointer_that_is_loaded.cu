// test pass=load-pre --passes=-unrolling
// A load through a pointer that is loaded: where the pointer is one value, so is what is there.
// check: ({r}.1) (ivar U8 global
// check: (ivar U4 global {r}.1 12
// check: (phi
// not: ) (ivar
struct list { int *values; };
__global__ void k(int *__restrict__ out, const struct list *__restrict__ l, int n) {
  int s = 0;
  for (int j = 0; j < n; j++) {
    s += l->values[3];
    s = s * 5 ^ j;
  }
  out[threadIdx.x] = s;
}

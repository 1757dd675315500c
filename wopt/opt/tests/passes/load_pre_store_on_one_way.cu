// test pass=load-pre --passes=-unrolling
// Where one way stored, the other loads.
// count 1: ) (ivar U4 global
// count 0: ) (ivar I4 global
// check: ({r}.3) (ivar U4 global
// check: ({r}.1) (I4MPY
// check: (phi {r}.2 {r}.3 {r}.1)
__global__ void k(int *__restrict__ out, int *__restrict__ p, int m) {
  int i = threadIdx.x;
  if (m > i) {
    p[i] = m * 3;
    __nanosleep(1);
  }
  out[i] = p[i];
}

// test pass=load-pre --passes=-unrolling
// A cycle with two ways in: the load is made on both, and in the cycle no more.
// count 2: ) (ivar U4 global
// count 0: ) (ivar I4 global
// check: ({r}.3) (ivar U4
// check: ({r}.4) (ivar U4
// check: (phi {r}.2 {r}.4 {r}.1)
// check: (phi {r}.1 {r}.3 {r}.2)
__global__ void k(int *__restrict__ out, const int *__restrict__ p, int n) {
  int s = 0, j = 0;
  if (n > 100) goto middle;
again:
  s = s * 3 ^ j;
middle:
  s += *p;
  if (++j < n) goto again;
  out[threadIdx.x] = s;
}

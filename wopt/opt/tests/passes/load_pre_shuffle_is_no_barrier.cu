// test pass=load-pre --passes=-unrolling
// A shuffle orders nothing: what the loop does not change is loaded once.
// check: ) (ivar U4 global
// check: (phi
// not: ) (ivar I4 global
// check: ~shfl
__global__ void k(int *__restrict__ out, const int *__restrict__ p, int n) {
  int s = 0;
  for (int j = 0; j < n; j++) s = __shfl_xor_sync(0xffffffff, s, 1) + *p;
  out[threadIdx.x] = s;
}

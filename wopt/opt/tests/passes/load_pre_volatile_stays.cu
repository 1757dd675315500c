// test pass=load-pre --passes=-unrolling
// A volatile load is one in each round.
// check: (phi
// check: volatile
__global__ void k(int *__restrict__ out, volatile int *p, int n) {
  int s = 0;
  for (int j = 0; j < n; j++) s += *p;
  out[threadIdx.x] = s;
}

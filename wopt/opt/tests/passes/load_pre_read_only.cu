// test pass=load-pre --passes=-unrolling
// What is read through the read-only path is loaded once.
// count 1: !ro
// check: !ro
// check: (phi
__global__ void k(int *out, const int *p, int n) {
  for (int j = 0; j < n; j++) out[j] = __ldg(p) + j;
}

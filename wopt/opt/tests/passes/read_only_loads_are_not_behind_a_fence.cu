// test pass=read-only-loads
// A fence may order what another kernel hands over.
// count 0: !ro
// check: (ivar I4 global
__global__ void k(const int *p, int n) {
  __shared__ volatile int s[64];
  while (((const volatile int *)p)[n] == 0) ;
  __threadfence();
  s[threadIdx.x] = p[threadIdx.x];
}

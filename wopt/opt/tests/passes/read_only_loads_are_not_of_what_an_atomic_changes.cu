// test pass=read-only-loads
// `q` may lead where the atomic counts.
// count 0: !ro
// check: (ivar I4 global
__global__ void k(int *p, const int *q) {
  __shared__ volatile int s[64];
  atomicAdd(p, 1);
  s[threadIdx.x] = q[threadIdx.x];
}

// test pass=unswitching
// A function's parameter may differ between its callers' threads.
// count 1: ~shfl.bfly
__device__ __noinline__ float f(float *o, const float *p, int n, int flag) {
  float s = 0;
  for (int i = 0; i < n; i++) {
    if (flag) o[i] = p[i];
    else o[i] = s * 2.0f;
    s += __shfl_xor_sync(0xffffffff, s, 1);
  }
  return s;
}
__global__ void k(float *o, const float *p, int n, int flag) {
  o[threadIdx.x] = f(o + 64, p, n, flag);
}

// test pass=memory-spaces-2..memory-classes -fno-promote-arguments
// What a call returns is converted behind it; the generic address stays as it is.
// check: (call
// next: ({own}) (U8U8INTRINSIC_OP ~cvta.to.shared
// next: ({p}) {own})
// check: {p} 
// check: (ivar F4 shared
__device__ __noinline__ float *some(float *at, int n) {
  __shared__ float a[64];
  a[threadIdx.x & 63] = at[0];
  return a + (n & 31);
}
__global__ void k(float *o, int n) {
  float *p = some(o, n);
  float s = 0;
  for (int i = 0; i < n; i++) {
    s += *p;
    p += 3;
  }
  p = o;
  for (int i = 0; i < n; i++) {
    s += *p;
    p += 5;
  }
  o[0] = s;
}

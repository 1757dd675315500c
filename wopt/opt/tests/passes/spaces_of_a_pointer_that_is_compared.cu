// test pass=memory-spaces-2..memory-classes
// The pointer is carried as an address of shared memory; what is compared is the generic one.
// check: (U8U8INTRINSIC_OP ~cvta.shared
// check: (ivar F4 shared v18.1 0
// check: (U8U8INTRINSIC_OP ~cvta.shared v18.3
// count 0: (ivar F4 generic
__global__ void k(float *o, float *end, int n) {
  __shared__ float a[64];
  a[threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  float *p = a;
  float s = 0;
  for (int i = 0; i < n && p != end; i++) {
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

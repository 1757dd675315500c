// test pass=memory-spaces-2..memory-classes
// What is stored, passed to inline PTX, or made a number is the generic address.
// check: (ivar F4 shared
// check: (branch
// check: ({g}) (U8U8INTRINSIC_OP ~cvta.shared
// check: (istore
// check: (U8LSHR {g}
// check: =0 () {g})
__global__ void k(float *o, float **keep, unsigned long long *bits, int n) {
  __shared__ float a[64];
  a[threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  float *p = a;
  float s = 0;
  for (int i = 0; i < n; i++) {
    s += *p;
    p += 3;
  }
  keep[0] = p;
  bits[0] = (unsigned long long)p >> 3;
  asm volatile("" ::"l"(p));
  p = o;
  for (int i = 0; i < n; i++) {
    s += *p;
    p += 5;
  }
  o[0] = s;
}

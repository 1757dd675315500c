// test pass=propagate
// Generic addresses of one space compare as the places there.
// count 0: ~from
// check: (BU8LT
__global__ void k(volatile int *o, int n) {
  __shared__ int a[8];
  a[threadIdx.x & 7] = 3;
  *o = &a[n & 3] < &a[threadIdx.x & 7];
}

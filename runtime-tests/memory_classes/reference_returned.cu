// A reference that a function returns is an address.
// expect: 5 6
__device__ int x, y;
__device__ __noinline__ int &pick(int c) { return c ? x : y; }
extern "C" __global__ void k(int *o) {
  x = 1; y = 2;
  pick(1) = 5; pick(0) = 6;
  o[0] = x; o[1] = y;
}

// A reference parameter is an address.
// expect: 0
__device__ int x;
__device__ __noinline__ void f(int &q) { x = 1; q = 2; if (x != 2) x = 100; }
extern "C" __global__ void k(int *o) { f(x); o[0] = x - 2; }

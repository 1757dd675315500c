// A callee returns an address of global memory or null, and is asked which.
// expect: 1 0 6 6
__device__ int g[4];
__device__ __noinline__ int *find(int n) { return n < 4 ? g + n : 0; }
extern "C" __global__ void k(int *o) { int n = o[8] + 2; int *p = find(n), *q = find(n + 2); o[0] = p != 0; o[1] = q != 0; g[2] = 5; if (p) *p = 6; if (q) *q = 7; o[2] = g[2]; o[3] = *p; }

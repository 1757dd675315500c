// A callee returns addresses of two spaces, or null and one that is not global.
// expect: 3 4 1 6
__shared__ int s[4];
__device__ int g[4];
__device__ __noinline__ int *either(int n) { return n & 1 ? s : g; }
__device__ __noinline__ int *maybe(int n) { return n & 1 ? s : 0; }
extern "C" __global__ void k(int *o) { int n = o[8]; *either(n) = 3; *either(n + 1) = 4; o[0] = g[0]; o[1] = s[0]; int *p = maybe(n), *q = maybe(n + 1); o[2] = !p; if (q) *q = 6; o[3] = s[0]; }

// A callee returns addresses of shared memory: accesses through them are of it, and meet the object by its name.
// expect: 7 8 9 9
__shared__ int s[8], t[8];
__device__ __noinline__ int *where(int n) { return n & 1 ? s + n : t + n; }
extern "C" __global__ void k(int *o) { int n = o[8] + 3; s[3] = 1; int *p = where(n); *p = 7; o[0] = s[3]; s[3] = 8; o[1] = *p; __syncthreads(); p = where(n + 1); p[1] = 9; o[2] = t[5]; o[3] = *(p + 1); }

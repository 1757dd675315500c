// Which of two local arrays a callee writes is known when the program runs.
// expect: 1 9 9 2
__device__ __noinline__ void put(int *p) { p[1] = 9; }
extern "C" __global__ void k(int *o) { int a[2], b[2]; a[o[8] + 1] = 1; b[o[8] + 1] = 2; int x = a[1], y = b[1]; put(o[8] ? a : b); o[0] = a[1]; o[1] = b[1]; put(o[8] ? b : a); o[2] = a[1]; o[3] = x + y - a[1] + 8; }

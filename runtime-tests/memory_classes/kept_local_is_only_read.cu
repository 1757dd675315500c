// A callee reads a local array: what was in it is in it behind the call.
// expect: 6 1 2 3
__device__ __noinline__ int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
extern "C" __global__ void k(int *o) { int a[3]; for (int i = 0; i < 3; i++) a[i] = o[i + 8] + i + 1; int x = a[0]; o[0] = sum(a, 3); o[1] = x; a[0] = x; o[2] = a[1]; __syncthreads(); o[3] = a[2]; }

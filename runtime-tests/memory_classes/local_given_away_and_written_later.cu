// A callee stores the address of a local array; the next one, which is passed nothing, writes there.
// expect: 4 4 8 8
__device__ int *sink;
__device__ __noinline__ void leak(int *p) { sink = p; }
__device__ __noinline__ void follow(int n) { sink[1] = n; }
extern "C" __global__ void k(int *o) { int a[2]; a[o[8] + 1] = 4; int x = a[1]; leak(a); o[0] = a[1]; o[1] = x; follow(8); o[2] = a[1]; __syncthreads(); o[3] = a[1]; }

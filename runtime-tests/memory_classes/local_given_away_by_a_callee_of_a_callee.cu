// The address of a local array gets away two calls down, and comes back as a result.
// expect: 5 6 6
__device__ int *sink;
__device__ __noinline__ void leak(int *p) { sink = p; }
__device__ __noinline__ int outer(int *p) { leak(p + 1); return p[1]; }
__device__ __noinline__ int *back() { return sink; }
extern "C" __global__ void k(int *o) { int a[2]; a[o[8] + 1] = 5; o[0] = outer(a); int x = a[1]; *back() = 6; o[1] = a[1]; o[2] = x + 1; }

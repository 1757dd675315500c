// A shared object whose address another function passes on is exposed.
// expect: 0
__shared__ int x;
__device__ __noinline__ int f(int *q) { x = 1; *q = 2; return x; }
extern "C" __global__ void k(int *o) { o[0] = f(&x) - 2; }

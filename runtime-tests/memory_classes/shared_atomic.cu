// An atomic through a parameter writes a shared counter.
// expect: 11
__shared__ int n;
__device__ __noinline__ int count(int *p) { n = 1; atomicAdd(p, 10); return n; }
extern "C" __global__ void k(int *o) { o[0] = count(&n); }

// test pass=summarize
// Stored (alone, in an object of its own, by an atomic), returned, made a number that is returned, given to inline PTX, to
// other threads: nothing is said of the parameter.
// count 0: (keeps
// count 7: (device
__device__ int *sink;
__device__ unsigned long long number;
__device__ __noinline__ void stores(int *p) { sink = p; }
__device__ __noinline__ int own(int *p, int k) { int *all[2]; all[0] = p; all[1] = sink; return *all[k & 1]; }
__device__ __noinline__ void exchanges(int *p) { atomicExch(&number, (unsigned long long)p); }
__device__ __noinline__ const int *gives(const int *p) { return p + 1; }
__device__ __noinline__ unsigned half(int *p) { return (unsigned)((unsigned long long)p >> 32) * 3u; }
__device__ __noinline__ void assembles(int *p) { asm volatile("st.u32 [%0], 1;" : : "l"(p) : "memory"); }
__device__ __noinline__ long long shuffles(int *p) { return __shfl_sync(-1, (long long)p, 3); }
__global__ void k(int *o) { stores(o); exchanges(o); assembles(o); *sink = own(o, 1) + *gives(o) + half(o) + shuffles(o); }

// test ptx -fno-inline
// Asked for no inlining, a function is called that would be inlined; __forceinline__ says otherwise.
// check: .func
// check: .visible .entry
// count 1: call.uni
__device__ float twice(float x) { return x + x; }
__device__ __forceinline__ float thrice(float x) { return x * 3.0f; }
__global__ void k(float *a) { a[0] = twice(thrice(a[1])); }

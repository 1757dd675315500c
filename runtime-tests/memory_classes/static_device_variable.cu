// A static __device__ variable is exposed by an address in another function.
// expect: 3
static __device__ int x;
static __device__ __noinline__ int *where() { return &x; }
extern "C" __global__ void k(int *o) { int *p = where(); x = 1; *p = 3; o[0] = x; }

// test pass=propagate..full-unrolling
// An object that is no constant, one that another module has, a volatile one, and what a pointer leads to.
// count 3: (phi v2.2 v2.1 v2.3)
// count 1: (phi v4.2 v4.1 v4.3)
__device__ int plain[4] = {7, 9, 0, 4};
extern __device__ const int elsewhere[4];
__device__ const volatile int changing[4] = {7, 9, 0, 4};
__global__ void a(int *p) { int n = 0; while (plain[n]) n++; *p = n; }
__global__ void b(int *p) { int n = 0; while (elsewhere[n]) n++; *p = n; }
__global__ void c(int *p) { int n = 0; while (changing[n]) n++; *p = n; }
__global__ void d(int *p, const int *q) { int n = 0; while (q[n]) n++; *p = n; }

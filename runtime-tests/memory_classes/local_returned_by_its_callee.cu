// A callee gives back the address that it was passed, and what comes back is written through.
// expect: 2 3 5
__device__ __noinline__ int *step(int *p, int n) { return p + n; }
extern "C" __global__ void k(int *o) { int a[3]; a[o[8]] = 1; a[1] = 2; int x = a[1]; int *p = step(a, 1); *p = 3; o[0] = x; o[1] = a[1]; *step(p, 1) = 5; o[2] = a[2]; }

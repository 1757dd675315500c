// One local array is read through one parameter and written through another.
// expect: 3 7 3
__device__ __noinline__ int both(const int *from, int *to) { int x = *from; *to = 7; return x + *from - 7; }
extern "C" __global__ void k(int *o) { int a[2]; a[o[8]] = 3; int x = a[0]; o[0] = both(a, a); o[1] = a[0]; o[2] = x; }

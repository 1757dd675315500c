// A table of pointers in an initial value exposes what it lists.
// expect: 0
__device__ int x, y; __device__ int *tab[2] = {&x, &y};
extern "C" __global__ void k(int *o) { x = 1; *tab[o[1]] = 2; o[0] = x - 2; }

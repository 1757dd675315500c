// A kernel parameter may point to a __device__ variable; here it does not.
// expect: 1
__device__ int x;
extern "C" __global__ void k(int *o, int *q) { x = 1; *q = 2; o[0] = x; }

// Compare-and-swap and exchange through loaded pointers.
// expect: 5 7 1 5
__device__ int x = 1;
__device__ int *volatile p = &x;
extern "C" __global__ void k(int *o) {
  int old = atomicCAS(p, 1, 5); o[0] = x;
  int older = atomicExch(p, 7); o[1] = x;
  o[2] = old; o[3] = older;
}

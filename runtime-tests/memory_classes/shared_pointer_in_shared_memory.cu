// A shared pointer variable carries the address of a shared object.
// expect: 3 1
__shared__ int x, y;
__shared__ int *p;
__device__ __noinline__ void aim(int c) { p = c ? &x : &y; }
extern "C" __global__ void k(int *o) {
  aim(o[0] == 0);
  x = 1; y = 1; *p = 3;
  o[0] = x; o[1] = y;
}

// Two shared arrays whose addresses are not taken, and a pointer into a third.
// expect: 1 2 9
__shared__ int a[4], b[4], c[4];
__device__ __noinline__ void set(int *p) { p[0] = 9; }
extern "C" __global__ void k(int *o) {
  a[0] = 1; b[0] = 2; c[0] = 3;
  set(c);
  o[0] = a[0]; o[1] = b[0]; o[2] = c[0];
}

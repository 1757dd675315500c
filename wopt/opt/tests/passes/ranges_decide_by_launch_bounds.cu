// test pass=range-propagation
// The kernel is launched with 128 threads at most; a warp is not less than 32.
// count 1: =1:B bb
// count 1:  (B
__global__ void __launch_bounds__(128) k(int *p) {
  if (threadIdx.x < 128) p[0] = 1;
  if (threadIdx.x < 127) p[1] = 1;
}

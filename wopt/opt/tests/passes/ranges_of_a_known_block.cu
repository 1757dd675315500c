// test analysis=ranges after=if-conversion --block-dim=48,2
// The shape bounds indices, and beats the launch bounds; what has one value is a constant from the build on.
// check: : 0..47
// check: : 0..1
// not: 0..255
// not: 0..63
__global__ void __launch_bounds__(256) k(int *p) {
  int x = threadIdx.x, y = threadIdx.y;
  p[x] = y;
  p[y] = threadIdx.z;
}

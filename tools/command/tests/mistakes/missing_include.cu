#include "kernels/common.cuh"
__global__ void k(float *x, int n) {
  x[0] = n;
}

#include <cstdio>
__global__ void k(float *x, int n) {
  printf("hello);
  x[0] = n;
}

#include <cstdio>
__global__ void k(float *x, int n) {
  printf("%d %d\n", n);
}

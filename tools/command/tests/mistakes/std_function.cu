#include <algorithm>
__global__ void k(float *x, int n) {
  x[0] = std::accumulate(x, x + n, 0.0f);
}

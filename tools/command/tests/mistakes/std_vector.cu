#include <vector>
__global__ void k(std::vector<float> v, float *x) {
  x[0] = v[0];
}

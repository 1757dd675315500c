#define INDEX (blockIdx.x * blockDm.x + threadIdx.x)
extern "C" __global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = INDEX;
  if (i < n) y[i] = a * x[i] + y[j]
}

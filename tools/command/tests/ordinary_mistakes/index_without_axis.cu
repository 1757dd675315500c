// `blockDim` lacks its `.x`.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void scale(float *data, float by, int n) {
    int i = blockIdx.x * blockDim + threadIdx.x;
    if (i < n) data[i] *= by;
}

int main() {
    float *data;
    cudaMallocManaged(&data, 4096 * sizeof(float));
    scale<<<16, 256>>>(data, 3.0f, 4096);
    cudaDeviceSynchronize();
    printf("%f\n", data[0]);
}

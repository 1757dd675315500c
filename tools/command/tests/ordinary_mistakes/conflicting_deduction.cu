// One bound is an int, the other a float.
#include <cuda_runtime.h>

template <typename T>
__device__ T limit(T value, T low, T high) {
    return value < low ? low : value > high ? high : value;
}

__global__ void saturate(float *values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] = limit(values[i], 0, 1.0f);
}

int main() {
    float *values;
    cudaMalloc(&values, 1000 * sizeof(float));
    saturate<<<4, 256>>>(values, 1000);
    return cudaDeviceSynchronize();
}

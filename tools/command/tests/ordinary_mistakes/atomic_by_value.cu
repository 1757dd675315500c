// The histogram's bin is passed, not its address.
#include <cuda_runtime.h>

__global__ void histogram(const unsigned char *pixels, unsigned int *bins, int n) {
    __shared__ unsigned int local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(local[pixels[i]], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

int main() {
    unsigned char *pixels;
    unsigned int *bins;
    cudaMalloc(&pixels, 1 << 16);
    cudaMalloc(&bins, 256 * sizeof(unsigned int));
    cudaMemset(bins, 0, 256 * sizeof(unsigned int));
    histogram<<<32, 256>>>(pixels, bins, 1 << 16);
    return cudaDeviceSynchronize();
}

// A matrix in shared memory is read as in mathematics.
#include <cuda_runtime.h>

__global__ void transpose(float *out, const float *in, int n) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    float *value = tile[threadIdx.x, threadIdx.y];
    out[y * n + x] = *value;
}

int main() {
    float *in, *out;
    cudaMalloc(&in, 1024 * 1024 * sizeof(float));
    cudaMalloc(&out, 1024 * 1024 * sizeof(float));
    transpose<<<dim3(32, 32), dim3(32, 32)>>>(out, in, 1024);
    return cudaDeviceSynchronize();
}

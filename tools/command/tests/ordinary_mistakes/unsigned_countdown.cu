// The counter is never below zero, so the loop never ends.
#include <cuda_runtime.h>

__global__ void suffix_sums(const int *in, int *out, unsigned n) {
    unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (unsigned i = n - 1; i >= 0; i--) {
        sum += in[row * n + i];
        out[row * n + i] = sum;
    }
}

int main() {
    int *in, *out;
    cudaMallocManaged(&in, 64 * 64 * sizeof(int));
    cudaMallocManaged(&out, 64 * 64 * sizeof(int));
    suffix_sums<<<1, 64>>>(in, out, 64);
    return cudaDeviceSynchronize();
}

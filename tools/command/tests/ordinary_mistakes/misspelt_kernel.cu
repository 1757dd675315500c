// The launch names a kernel that is nowhere.
#include <cuda_runtime.h>

__global__ void vector_add(const int *a, const int *b, int *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

void add(const int *a, const int *b, int *c, int n) {
    vectr_add<<<(n + 127) / 128, 128>>>(a, b, c, n);
}

int main() {
    int *a, *b, *c;
    cudaMallocManaged(&a, 1024);
    cudaMallocManaged(&b, 1024);
    cudaMallocManaged(&c, 1024);
    add(a, b, c, 256);
    return cudaDeviceSynchronize() != cudaSuccess;
}

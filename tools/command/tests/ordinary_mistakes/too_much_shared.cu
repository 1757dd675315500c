// Two tiles of 64 x 64 doubles are more than a block may have.
#include <cuda_runtime.h>
#define TILE 64

__global__ void multiply(const double *a, const double *b, double *c, int n) {
    __shared__ double tile_a[TILE][TILE];
    __shared__ double tile_b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    double sum = 0;
    for (int k = 0; k < n; k += TILE) {
        for (int i = threadIdx.y; i < TILE; i += blockDim.y)
            for (int j = threadIdx.x; j < TILE; j += blockDim.x) {
                tile_a[i][j] = a[(blockIdx.y * TILE + i) * n + k + j];
                tile_b[i][j] = b[(k + i) * n + blockIdx.x * TILE + j];
            }
        __syncthreads();
        for (int j = 0; j < TILE; j++) sum += tile_a[threadIdx.y][j] * tile_b[j][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

int main() {
    double *a, *b, *c;
    int n = 256;
    cudaMalloc(&a, n * n * sizeof(double));
    cudaMalloc(&b, n * n * sizeof(double));
    cudaMalloc(&c, n * n * sizeof(double));
    multiply<<<dim3(n / TILE, n / TILE), dim3(16, 16)>>>(a, b, c, n);
    return cudaDeviceSynchronize();
}

// Dot product of rows: the sum of a row is never set to zero.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void row_sums(const float *matrix, float *sums, int rows, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum;
    if (row < rows) {
        for (int column = 0; column < columns; column++) {
            sum += matrix[row * columns + column];
        }
        sums[row] = sum;
    }
}

int main() {
    const int rows = 64, columns = 32;
    float *matrix, *sums;
    cudaMallocManaged(&matrix, rows * columns * sizeof(float));
    cudaMallocManaged(&sums, rows * sizeof(float));
    for (int i = 0; i < rows * columns; i++) matrix[i] = 1.0f;
    row_sums<<<1, rows>>>(matrix, sums, rows, columns);
    cudaDeviceSynchronize();
    printf("%f\n", sums[0]);
    return 0;
}

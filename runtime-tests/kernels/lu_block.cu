// Blocked LU decomposition: the trailing matrix loses the product of a column panel and a row panel.

#define B 16

extern "C" __global__ void lu_block(float *a, const float *lower, const float *upper, int rows, int cols)
{
    __shared__ float l[8][B];
    __shared__ float u[B][B];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 8 + ty, col = blockIdx.x * B + tx;
    if (row < rows)
        l[ty][tx] = lower[row * B + tx];
    if (col < cols) {
        u[ty][tx] = upper[ty * cols + col];
        u[ty + 8][tx] = upper[(ty + 8) * cols + col];
    }
    __syncthreads();
    if (row < rows && col < cols) {
        float sum = 0.0f;
        for (int k = 0; k < B; k++)
            sum += l[ty][k] * u[k][tx];
        a[row * cols + col] -= sum;
    }
}

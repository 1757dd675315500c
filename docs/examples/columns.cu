// Sums the columns of a matrix of n rows, a multiple of eight, and counts the sums that are large.
__device__ bool is_large(float value, float limit) { return value > limit; }

__global__ void columns(const float *m, float *sums, int *count, int n, int width, float limit) {
    __shared__ float part[8][32];
    int column = blockIdx.x * 32 + threadIdx.x;
    float sum = 0;
    for (int row = 0; row < n; row += 8)
        sum += m[(row + threadIdx.y) * width + column];
    part[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y == 0) {
        for (int k = 1; k < 8; k++)
            sum += part[k][threadIdx.x];
        sums[2 * column] = sum;
        if (is_large(sum, limit)) atomicAdd(count, 1);
    }
}

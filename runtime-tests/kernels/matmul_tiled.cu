// c[m][n] = a[m][k] * b[k][n] by 16 x 16 tiles in shared memory.

#define T 16

extern "C" __global__ void matmul_tiled(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float ta[T][T];
    __shared__ float tb[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0.0f;
    for (int t = 0; t < (k + T - 1) / T; t++) {
        int ka = t * T + tx, kb = t * T + ty;
        ta[ty][tx] = (row < m && ka < k) ? a[row * k + ka] : 0.0f;
        tb[ty][tx] = (kb < k && col < n) ? b[kb * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += ta[ty][i] * tb[i][tx];
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}

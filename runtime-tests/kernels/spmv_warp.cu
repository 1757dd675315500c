// Sparse matrix times vector, added to the result, rows compressed, one row a warp.

extern "C" __global__ void spmv_warp(const int *row, const int *col, const float *val, const float *x,
                                     float *y, int rows)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int r = thread / 32;
    int lane = thread & 31;
    if (r >= rows)
        return;
    float sum = 0.0f;
    for (int k = row[r] + lane; k < row[r + 1]; k += 32)
        sum += val[k] * x[col[k]];
    for (int d = 16; d > 0; d >>= 1)
        sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (lane == 0)
        y[r] += sum;
}

// Sparse matrix times vector, rows compressed, one row a thread.

extern "C" __global__ void spmv_thread(const int *row, const int *col, const float *val, const float *x,
                                       float *y, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float sum = 0.0f;
        for (int k = row[r]; k < row[r + 1]; k++)
            sum += val[k] * x[col[k]];
        y[r] = sum;
    }
}

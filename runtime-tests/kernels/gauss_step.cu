// One step of Gaussian elimination: multipliers of a column, then the rows below the pivot.

extern "C" __global__ void multipliers(const float *a, float *m, int rows, int cols, int t)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x + t + 1;
    if (i < rows)
        m[i] = a[i * cols + t] / a[t * cols + t];
}

extern "C" __global__ void eliminate(float *a, const float *m, int rows, int cols, int t)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x + t;
    int i = blockIdx.y * blockDim.y + threadIdx.y + t + 1;
    if (i < rows && j < cols)
        a[i * cols + j] -= m[i] * a[t * cols + j];
}

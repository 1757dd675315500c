// A Jacobi step in double precision, and the largest change of each block.

extern "C" __global__ void jacobi(const double *u, const double *f, double *next, double *change, int nx, int ny)
{
    __shared__ double most[128];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 4 + threadIdx.y;
    int t = threadIdx.y * 32 + threadIdx.x;
    double diff = 0.0;
    if (x > 0 && y > 0 && x < nx - 1 && y < ny - 1) {
        int at = y * nx + x;
        double v = 0.25 * (u[at - 1] + u[at + 1] + u[at - nx] + u[at + nx] + f[at]);
        next[at] = v;
        diff = fabs(v - u[at]);
    }
    most[t] = diff;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half)
            most[t] = fmax(most[t], most[t + half]);
        __syncthreads();
    }
    if (t == 0)
        change[blockIdx.y * gridDim.x + blockIdx.x] = most[0];
}

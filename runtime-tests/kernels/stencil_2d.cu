// Five-point stencil with a tile and its halo in shared memory.

#define BX 32
#define BY 4

extern "C" __global__ void stencil_2d(const float *in, float *out, int nx, int ny, float c0, float c1)
{
    __shared__ float s[BY + 2][BX + 2];
    int x = blockIdx.x * BX + threadIdx.x;
    int y = blockIdx.y * BY + threadIdx.y;
    int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    int inside = x < nx && y < ny;
    if (inside) {
        s[ly][lx] = in[y * nx + x];
        if (threadIdx.x == 0)
            s[ly][0] = x > 0 ? in[y * nx + x - 1] : in[y * nx + x];
        if (threadIdx.x == BX - 1 || x == nx - 1)
            s[ly][lx + 1] = x < nx - 1 ? in[y * nx + x + 1] : in[y * nx + x];
        if (threadIdx.y == 0)
            s[0][lx] = y > 0 ? in[(y - 1) * nx + x] : in[y * nx + x];
        if (threadIdx.y == BY - 1 || y == ny - 1)
            s[ly + 1][lx] = y < ny - 1 ? in[(y + 1) * nx + x] : in[y * nx + x];
    }
    __syncthreads();
    if (inside)
        out[y * nx + x] =
            c0 * s[ly][lx] + c1 * (s[ly][lx - 1] + s[ly][lx + 1] + s[ly - 1][lx] + s[ly + 1][lx]);
}

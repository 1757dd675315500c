// Seven-point stencil that marches along z with the column in registers.

extern "C" __global__ void stencil_3d(const float *in, float *out, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1)
        return;
    int plane = nx * ny;
    int at = y * nx + x;
    float below = in[at], here = in[at + plane], above;
    for (int z = 1; z < nz - 1; z++) {
        at += plane;
        above = in[at + plane];
        out[at] = 0.5f * here
            + 0.0833f * (below + above + in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx]);
        below = here;
        here = above;
    }
}

// Iterations until escape; every product is in an explicit fmaf, so that the count is exact.

extern "C" __global__ void mandelbrot(int *out, int width, int height, int limit)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float cx = fmaf((float)x, 0.046875f, -2.0f);
    float cy = fmaf((float)y, 0.0625f, -1.25f);
    float zx = 0.0f, zy = 0.0f;
    int n = 0;
    while (n < limit) {
        float yy = fmaf(zy, zy, 0.0f);
        if (fmaf(zx, zx, yy) > 4.0f)
            break;
        float nx = fmaf(zx, zx, fmaf(-zy, zy, cx));
        zy = fmaf(2.0f * zx, zy, cy);
        zx = nx;
        n++;
    }
    out[y * width + x] = n;
}

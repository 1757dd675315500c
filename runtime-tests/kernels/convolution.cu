// Image convolution with weights in constant memory, edges clamped.

#define R 2

__constant__ float weights[(2 * R + 1) * (2 * R + 1)];

extern "C" __global__ void convolution(const float *in, float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float sum = 0.0f;
    for (int dy = -R; dy <= R; dy++) {
        for (int dx = -R; dx <= R; dx++) {
            int xx = x + dx, yy = y + dy;
            xx = xx < 0 ? 0 : xx >= width ? width - 1 : xx;
            yy = yy < 0 ? 0 : yy >= height ? height - 1 : yy;
            sum += weights[(dy + R) * (2 * R + 1) + dx + R] * in[yy * width + xx];
        }
    }
    out[y * width + x] = sum;
}

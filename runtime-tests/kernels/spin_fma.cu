// A loop of multiply-adds, for measuring the speed of the emulator.

extern "C" __global__ void spin_fma(float *data, float a, float b, int rounds, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = data[i];
    for (int k = 0; k < rounds; k++)
        x = fmaf(x, a, b);
    data[i] = x;
}

// Bitonic sort of each block's 256 elements in shared memory.

extern "C" __global__ void bitonic_sort(int *data, int n)
{
    __shared__ int s[256];
    int base = blockIdx.x * 256;
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        s[i] = base + i < n ? data[base + i] : 0x7fffffff;
    for (int size = 2; size <= 256; size *= 2) {
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            int t = threadIdx.x;
            int i = 2 * t - (t & (stride - 1));
            int up = (i & size) == 0;
            int a = s[i], b = s[i + stride];
            if ((a > b) == up) {
                s[i] = b;
                s[i + stride] = a;
            }
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        if (base + i < n)
            data[base + i] = s[i];
}

// A reduction through volatile shared memory, the last warp without barriers but for __syncwarp.

extern "C" __global__ void volatile_warp(const int *in, int *sum, int *most, int n)
{
    __shared__ volatile int part[128], top[128];
    unsigned t = threadIdx.x, at = blockIdx.x * 256 + t;
    int v = at < n ? in[at] : 0, w = at + 128 < n ? in[at + 128] : 0;
    part[t] = v + w;
    top[t] = v > w ? v : w;
    __syncthreads();
    if (t < 64) {
        part[t] += part[t + 64];
        top[t] = max((int)top[t], (int)top[t + 64]);
    }
    __syncthreads();
    if (t < 32) {
        volatile int *p = part + t, *m = &top[t];
        for (int d = 32; d; d >>= 1) {
            int a = p[0] + p[d], b = m[d] > m[0] ? m[d] : m[0];
            __syncwarp();
            *p = a;
            *m = b;
            __syncwarp();
        }
    }
    if (t == 0) {
        sum[blockIdx.x] = part[0];
        most[blockIdx.x] = top[0];
    }
}

// Exclusive scan of each block's part (Blelloch): up-sweep, down-sweep, two elements a thread.

extern "C" __global__ void scan_exclusive(const unsigned *in, unsigned *out, unsigned *sums, int n)
{
    __shared__ unsigned t[256];
    int tid = threadIdx.x;
    int base = blockIdx.x * 256;
    t[2 * tid] = base + 2 * tid < n ? in[base + 2 * tid] : 0;
    t[2 * tid + 1] = base + 2 * tid + 1 < n ? in[base + 2 * tid + 1] : 0;
    int offset = 1;
    for (int d = 128; d > 0; d >>= 1) {
        __syncthreads();
        if (tid < d) {
            int a = offset * (2 * tid + 1) - 1;
            int b = offset * (2 * tid + 2) - 1;
            t[b] += t[a];
        }
        offset *= 2;
    }
    __syncthreads();
    if (tid == 0) {
        sums[blockIdx.x] = t[255];
        t[255] = 0;
    }
    for (int d = 1; d < 256; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (tid < d) {
            int a = offset * (2 * tid + 1) - 1;
            int b = offset * (2 * tid + 2) - 1;
            unsigned v = t[a];
            t[a] = t[b];
            t[b] += v;
        }
    }
    __syncthreads();
    if (base + 2 * tid < n)
        out[base + 2 * tid] = t[2 * tid];
    if (base + 2 * tid + 1 < n)
        out[base + 2 * tid + 1] = t[2 * tid + 1];
}

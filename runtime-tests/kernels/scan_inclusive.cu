// Inclusive scan of each block's part (Hillis and Steele), two buffers in shared memory.

extern "C" __global__ void scan_inclusive(const int *in, int *out, int n)
{
    __shared__ int buffer[2][128];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    int from = 0;
    buffer[0][tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int v = buffer[from][tid];
        if (tid >= d)
            v += buffer[from][tid - d];
        from = 1 - from;
        buffer[from][tid] = v;
        __syncthreads();
    }
    if (i < n)
        out[i] = buffer[from][tid];
}

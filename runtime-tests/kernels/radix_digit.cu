// One digit of a radix sort: each block sorts its keys by four bits, one stable split a bit.

#define BLOCK 128

extern "C" __global__ void radix_digit(const unsigned *in, unsigned *out, unsigned *counts, int shift, int n)
{
    __shared__ unsigned key[BLOCK];
    __shared__ int scan[BLOCK];
    __shared__ unsigned count[16];
    int tid = threadIdx.x;
    int i = blockIdx.x * BLOCK + tid;
    int live = min(BLOCK, n - (int)blockIdx.x * BLOCK);
    unsigned k = i < n ? in[i] : 0u;
    if (tid < 16)
        count[tid] = 0;
    __syncthreads();
    if (tid < live)
        atomicAdd(&count[(k >> shift) & 15], 1u);
    for (int bit = 0; bit < 4; bit++) {
        // Keys past the end count as ones, so that they stay behind all others.
        int one = tid < live ? (k >> (shift + bit)) & 1 : 1;
        scan[tid] = 1 - one;
        __syncthreads();
        for (int d = 1; d < BLOCK; d *= 2) {
            int v = tid >= d ? scan[tid - d] : 0;
            __syncthreads();
            scan[tid] += v;
            __syncthreads();
        }
        int zeros = scan[BLOCK - 1];
        int before = scan[tid] - (1 - one);
        int to = one ? zeros + tid - before : before;
        __syncthreads();
        key[to] = k;
        __syncthreads();
        k = key[tid];
    }
    if (tid < live)
        out[i] = k;
    if (tid < 16)
        counts[blockIdx.x * 16 + tid] = count[tid];
}

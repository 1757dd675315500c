#include <cub/block/block_histogram.cuh>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::BlockHistogram<unsigned, 128, 1, 32, cub::BLOCK_HISTO_SORT> B;
    __shared__ B::TempStorage s;
    __shared__ int h[32];
    unsigned x[1] = {(unsigned)(in[i] & 31)};
    B(s).InitHistogram(h);
    __syncthreads();
    B(s).Composite(x, h);
    __syncthreads();
    if (t < 32)
        out[blockIdx.x * 32 + t] = h[t];
}

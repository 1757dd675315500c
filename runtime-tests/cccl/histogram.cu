#include <cub/block/block_histogram.cuh>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::BlockHistogram<unsigned char, 128, 2, 64, cub::BLOCK_HISTO_ATOMIC> B;
    __shared__ B::TempStorage s;
    __shared__ unsigned h[64];
    unsigned char x[2] = {(unsigned char)(in[i] & 63), (unsigned char)(in[511 - i] & 63)};
    B(s).Histogram(x, h);
    __syncthreads();
    if (t < 64)
        out[blockIdx.x * 64 + t] = h[t];
}

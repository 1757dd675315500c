#include <cub/block/block_shuffle.cuh>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::BlockShuffle<int, 128> B;
    __shared__ B::TempStorage s;
    int r = 0;
    B(s).Offset(in[i], r, 5);
    out[i] = t + 5 < 128 ? r : 0;
}

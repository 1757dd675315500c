#include <cub/block/block_scan.cuh>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::BlockScan<int, 128> B;
    __shared__ B::TempStorage s;
    int r;
    B(s).ExclusiveSum(in[i], r);
    out[i] = r;
}

#include <cub/block/block_scan.cuh>
#include <cuda/functional>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::BlockScan<int, 128, cub::BLOCK_SCAN_RAKING_MEMOIZE> B;
    __shared__ B::TempStorage s;
    int r, all;
    B(s).ExclusiveScan(in[i], r, -1000, cuda::maximum<>(), all);
    out[i] = r;
    if (t == 0)
        out[256 + blockIdx.x] = all;
}

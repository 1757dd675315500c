#include <cub/block/block_reduce.cuh>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::BlockReduce<int, 128> B;
    __shared__ B::TempStorage s;
    int r = B(s).Sum(in[i]);
    if (t == 0)
        out[blockIdx.x] = r;
}

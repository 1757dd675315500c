#include <cub/block/block_reduce.cuh>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::BlockReduce<int, 128, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY> B;
    __shared__ B::TempStorage s;
    int x[4] = {in[i], in[511 - i], i, 3};
    int r = B(s).Sum(x);
    if (t == 0)
        out[blockIdx.x] = r;
}

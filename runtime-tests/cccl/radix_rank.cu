#include <cub/block/block_radix_rank.cuh>
#include <cub/block/radix_rank_sort_operations.cuh>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::BlockRadixRank<128, 4, false> B;
    __shared__ B::TempStorage s;
    unsigned x[1] = {(unsigned)in[i]};
    int rank[1];
    B(s).RankKeys(x, rank, cub::BFEDigitExtractor<unsigned>(2, 4));
    out[i] = rank[0];
}

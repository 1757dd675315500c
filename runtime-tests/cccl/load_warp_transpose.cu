#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE> L;
    typedef cub::BlockStore<int, 128, 4, cub::BLOCK_STORE_VECTORIZE> S;
    __shared__ L::TempStorage l;
    __shared__ S::TempStorage s;
    int x[4];
    if (blockIdx.x == 0) {
        L(l).Load(in, x, 500, -7);
        S(s).Store(out, x);
    }
}

#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::BlockLoad<int, 128, 2, cub::BLOCK_LOAD_TRANSPOSE> L;
    typedef cub::BlockStore<int, 128, 2, cub::BLOCK_STORE_TRANSPOSE> S;
    __shared__ union {
        L::TempStorage l;
        S::TempStorage s;
    } u;
    int x[2];
    L(u.l).Load(in + blockIdx.x * 256, x);
    __syncthreads();
    x[0] += x[1] * t;
    S(u.s).Store(out + blockIdx.x * 256, x);
}

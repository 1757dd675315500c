#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_store.cuh>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::WarpLoad<int, 2, cub::WARP_LOAD_STRIPED> L;
    typedef cub::WarpStore<int, 2, cub::WARP_STORE_TRANSPOSE> S;
    __shared__ L::TempStorage l[4];
    __shared__ S::TempStorage s[4];
    int x[2], w = t / 32, at = blockIdx.x * 256 + w * 64;
    L(l[w]).Load(in + at, x, 60, 5);
    x[1] -= x[0];
    S(s[w]).Store(out + at, x);
}

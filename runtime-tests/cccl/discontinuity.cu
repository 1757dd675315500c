#include <cub/block/block_discontinuity.cuh>
#include <cuda/std/functional>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::BlockDiscontinuity<int, 128> B;
    __shared__ B::TempStorage s;
    int x[1] = {in[i] / 20}, f[1];
    B(s).FlagHeads(f, x, cuda::std::not_equal_to<>());
    out[i] = f[0];
}

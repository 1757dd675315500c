#include <cub/block/block_exchange.cuh>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::BlockExchange<int, 128, 2> B;
    __shared__ B::TempStorage s;
    int x[2] = {in[i], in[511 - i]};
    B(s).StripedToBlocked(x, x);
    out[i] = x[0] - 2 * x[1];
}

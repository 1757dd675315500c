#include <cub/warp/warp_exchange.cuh>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::WarpExchange<int, 4> W;
    __shared__ W::TempStorage s[4];
    if (blockIdx.x == 0) {
        int x[4] = {in[4 * t], in[4 * t + 1], in[4 * t + 2], in[4 * t + 3]};
        W(s[t / 32]).BlockedToStriped(x, x);
        for (int n = 0; n < 4; n++)
            out[n * 128 + t] = x[n];
    }
}

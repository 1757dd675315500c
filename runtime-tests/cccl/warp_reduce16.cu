#include <cub/warp/warp_reduce.cuh>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::WarpReduce<int, 16> W;
    __shared__ W::TempStorage s[8];
    int r = W(s[t / 16]).Reduce(in[i], [](int a, int b) { return a ^ b; });
    if (t % 16 == 0)
        out[i / 16] = r;
}

#include <cub/block/block_adjacent_difference.cuh>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::BlockAdjacentDifference<int, 128> B;
    __shared__ B::TempStorage s;
    int x[2] = {in[2 * i], in[2 * i + 1]}, d[2];
    B(s).SubtractLeft(x, d, [](int a, int b) { return a - b; });
    out[2 * i] = d[0];
    out[2 * i + 1] = d[1];
}

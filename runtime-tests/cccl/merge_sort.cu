#include <cub/block/block_merge_sort.cuh>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::BlockMergeSort<int, 128, 2> B;
    __shared__ B::TempStorage s;
    int x[2] = {in[i], in[511 - i]};
    B(s).Sort(x, [](int a, int b) { return a > b; });
    out[2 * i] = x[0];
    out[2 * i + 1] = x[1];
}

#include <cub/block/block_radix_sort.cuh>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::BlockRadixSort<int, 128, 1> B;
    __shared__ B::TempStorage s;
    int x[1] = {in[i]};
    B(s).Sort(x);
    out[i] = x[0];
}

#include <cub/block/block_radix_sort.cuh>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::BlockRadixSort<unsigned, 128, 2, int> B;
    __shared__ B::TempStorage s;
    unsigned x[2] = {(unsigned)in[i], (unsigned)in[511 - i]};
    int v[2] = {i, 511 - i};
    B(s).Sort(x, v);
    out[2 * i] = v[0];
    out[2 * i + 1] = v[1] + x[0];
}

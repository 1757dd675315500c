#include <cub/block/block_reduce.cuh>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::BlockReduce<float, 128> B;
    __shared__ B::TempStorage s;
    float r = B(s).Sum(in[i] * 0.5f, 77);
    if (t == 0)
        out[blockIdx.x] = __float_as_int(r);
}

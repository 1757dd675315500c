#include <cuda/std/tuple>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    auto x = cuda::std::make_tuple(in[i], 2.5f * t, i);
    auto y = cuda::std::tuple_cat(x, cuda::std::make_tuple(7));
    out[i] = cuda::std::get<0>(y) + (int)cuda::std::get<1>(y) +
             cuda::std::get<2>(x) * cuda::std::get<3>(y);
}

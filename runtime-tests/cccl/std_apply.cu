#include <cuda/std/tuple>
#include <cuda/std/utility>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    auto x = cuda::std::make_tuple(in[i], i, 3);
    int r = cuda::std::apply([](int a, int b, int c) { return a * b + c; }, x);
    auto [a, b, c] = x;
    int d, e;
    cuda::std::tie(d, e) = cuda::std::make_tuple(b, a);
    out[i] = r + d * 3 - e + (x < cuda::std::make_tuple(0, 0, 0)) + c +
             (int)cuda::std::make_index_sequence<5>::size();
}

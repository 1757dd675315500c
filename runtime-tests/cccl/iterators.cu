#include <cuda/iterator>
#include <cuda/std/functional>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    auto n = cuda::make_counting_iterator(i);
    auto c = cuda::make_constant_iterator(7);
    auto d = cuda::make_transform_iterator(in, [](int x) { return x * 2; });
    auto z = cuda::make_zip_iterator(n, d);
    out[i] = n[3] + *(c + 5) + d[i] + cuda::std::get<1>(*z) + (int)((n + 4) - n);
}

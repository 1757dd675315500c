#include <cuda/std/expected>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    auto f = [](int x) -> cuda::std::expected<int, float> {
        if (x > 0)
            return x;
        return cuda::std::unexpected<float>(1.5f);
    };
    auto e = f(in[i]);
    out[i] = e ? *e : (int)(e.error() * 2);
}

#include <cuda/std/optional>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    auto positive = [](int x) {
        return x > 0 ? cuda::std::optional<int>(x) : cuda::std::nullopt;
    };
    auto o = positive(in[i]);
    auto p = o;
    o.emplace(i);
    p = p ? cuda::std::make_optional(*p * 3) : cuda::std::nullopt;
    if (t % 5 == 0)
        p.reset();
    out[i] = p.value_or(-1) + 2 * *o + (o > p);
}

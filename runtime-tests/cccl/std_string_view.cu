#include <cuda/std/string_view>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    cuda::std::string_view s("hello, world");
    auto w = s.substr(7);
    out[i] = (int)s.find('o', t & 7) * 3 + w[t % w.size()] + (int)w.size() + in[i] + (w < s) +
             s.starts_with("hell");
}

#include <cuda/std/variant>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    cuda::std::variant<int, float> v;
    if (in[i] & 1)
        v = 2.5f;
    else
        v = in[i];
    out[i] = cuda::std::visit([](auto x) { return (int)(x * 2); }, v) + (int)v.index();
}

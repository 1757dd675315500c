#include <cuda/std/optional>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    cuda::std::optional<int> o;
    if (in[i] > 0)
        o = in[i];
    out[i] = o.value_or(-7) + o.has_value();
}

#include <cuda/std/span>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    int v[4] = {in[i], 2, 3, i};
    cuda::std::span<int> s(v);
    int r = 0;
    for (auto x : s.subspan(1))
        r += x;
    out[i] = r + (int)s.size();
}

#include <cuda/std/array>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    cuda::std::array<int, 4> a = {in[i], i, 3, t};
    int s = 0;
    for (int x : a)
        s = s * 3 + x;
    out[i] = s + (int)a.size() + a.back();
}

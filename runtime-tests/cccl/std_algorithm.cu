#include <cuda/std/algorithm>
#include <cuda/std/utility>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    int v[4] = {in[i], in[511 - i], 3, i};
    int r = cuda::std::max(v[0], v[1]) + *cuda::std::min_element(v, v + 4) * 2 +
            (int)(cuda::std::find(v, v + 4, 3) - v);
    cuda::std::swap(v[0], v[1]);
    out[i] = r + v[0] * 7 + cuda::std::clamp(in[i], -5, 5);
}

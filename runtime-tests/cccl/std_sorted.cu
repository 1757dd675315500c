#include <cuda/std/algorithm>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    int v[6] = {-50, -10, 0, 5, 30, 70};
    int *at = cuda::std::lower_bound(v, v + 6, in[i]);
    int r = (int)(at - v) * 7 + (int)(cuda::std::upper_bound(v, v + 6, in[511 - i]) - v);
    r += cuda::std::binary_search(v, v + 6, in[i]) + 2 * cuda::std::is_sorted(v, v + 6);
    auto both = cuda::std::minmax(in[i], i);
    bool five = cuda::std::any_of(v, v + 6, [](int x) { return x == 5; });
    out[i] = r * 3 + both.first - both.second + five;
}

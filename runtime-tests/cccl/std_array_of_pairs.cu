#include <cuda/std/array>
#include <cuda/std/utility>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    cuda::std::array<cuda::std::pair<int, short>, 3> a{};
    a[0] = {in[i], (short)t};
    a.at(1).first = i;
    cuda::std::get<2>(a).second = 9;
    auto b = a;
    b.fill(cuda::std::make_pair(1, (short)2));
    int r = a == b ? 1000 : 2000;
    for (const auto &[x, y] : a)
        r = r * 5 + x - y;
    out[i] = r + b[t % 3].second;
}

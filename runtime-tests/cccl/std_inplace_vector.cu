#include <cuda/std/inplace_vector>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    cuda::std::inplace_vector<int, 4> v;
    v.push_back(in[i]);
    if (t & 1)
        v.push_back(i);
    v.emplace_back(3);
    int r = (int)v.size() * 100;
    for (int x : v)
        r += x;
    v.pop_back();
    out[i] = r + v.back();
}

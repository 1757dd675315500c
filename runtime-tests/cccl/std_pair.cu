#include <cuda/std/utility>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    cuda::std::pair<int, float> p(in[i], 1.5f), q = cuda::std::make_pair(i, 2.0f);
    if (q < p)
        cuda::std::swap(p, q);
    out[i] = p.first * 2 + (int)(q.second * 2);
}

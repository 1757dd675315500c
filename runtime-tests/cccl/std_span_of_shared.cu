#include <cuda/std/span>
#include <cuda/std/cstddef>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    __shared__ int v[128];
    cuda::std::span<int, 128> s(v);
    s[t] = in[i];
    __syncthreads();
    cuda::std::span<const int> part = s.subspan(t & ~3, 4);
    int r = 0;
    for (cuda::std::size_t n = 0; n < part.size(); n++)
        r = r * 2 + part[n];
    out[i] = r + s.first<2>()[1] - s.last(3).front() + (int)s.size_bytes();
}

#include <cuda/std/numeric>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    int v[4] = {in[i], 2, 3, i};
    out[i] = cuda::std::accumulate(v, v + 4, 0) + cuda::std::gcd(in[i] & 255, 12) +
             cuda::std::midpoint(in[i], i);
}

#include <cuda/std/bit>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    unsigned u = in[i];
    out[i] = cuda::std::popcount(u) + 100 * cuda::std::countl_zero(u) + cuda::std::rotl(u, 3) +
             cuda::std::bit_ceil(u & 255);
}

#include <cuda/cmath>
#include <cuda/bit>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    cuda::fast_mod_div<int> by(t + 3);
    int x = in[i] + 100;
    auto both = cuda::div(x, by);
    out[i] = x / by + 100 * (x % by) + both.first + (int)cuda::bit_reverse((unsigned)x) +
             cuda::ilog2(i + 1) + (int)cuda::bitfield_extract((unsigned)x, 2, 3) + cuda::isqrt(x);
}

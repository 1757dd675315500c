#include <cuda/std/cmath>
#include <cuda/cmath>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    float x = in[i] * 0.3f;
    float y = cuda::std::fma(x, 2.0f, 1.0f) + cuda::std::floor(x) - cuda::std::trunc(x);
    y += cuda::std::sqrt(cuda::std::abs(x)) + cuda::std::fmax(x, 3.0f);
    y += cuda::std::copysign(1.0f, x);
    out[i] = __float_as_int(y) + cuda::ceil_div(i, 7) + cuda::round_up(t, 16) +
             cuda::std::isnan(x) + 2 * cuda::std::signbit(x);
}

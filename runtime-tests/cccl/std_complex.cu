#include <cuda/std/complex>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    cuda::std::complex<float> c(in[i], t), d(2, -1);
    c *= d;
    c = c / cuda::std::complex<float>(1.5f, 0.25f);
    out[i] = __float_as_int(c.real());
    out[256 + i] = __float_as_int(c.imag());
}

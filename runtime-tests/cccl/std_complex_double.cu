#include <cuda/std/complex>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    cuda::std::complex<double> c(in[i] * 0.5, t), d = cuda::std::conj(c);
    d = d * c + cuda::std::complex<double>(0, 1) - c;
    out[i] = (int)(cuda::std::norm(c) + d.real() * 3 - d.imag());
}

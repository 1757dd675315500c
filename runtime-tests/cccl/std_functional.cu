#include <cuda/std/functional>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    cuda::std::plus<> p;
    cuda::std::greater<int> g;
    out[i] = cuda::std::invoke(p, in[i], 4) + g(in[i], 3) +
             cuda::std::invoke([](int a) { return a * 2; }, i);
}

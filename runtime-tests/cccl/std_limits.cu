#include <cuda/std/limits>
#include <cuda/std/type_traits>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cuda::std::conditional_t<cuda::std::is_same_v<int, long>, char, double> T;
    out[i] = cuda::std::numeric_limits<int>::max() - in[i] +
             cuda::std::numeric_limits<unsigned char>::digits + (int)sizeof(T);
}

#include <cuda/std/functional>
#include <cuda/std/utility>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    int a = in[i], b = i;
    cuda::std::reference_wrapper<int> r = cuda::std::ref(a);
    r.get() += 5;
    r = cuda::std::ref(b);
    int &c = r;
    c = cuda::std::exchange(a, 3) * 2;
    out[i] = a + 10 * b + cuda::std::bit_xor<>()(a, i) + cuda::std::negate<int>()(t) +
             cuda::std::not_fn(cuda::std::less<int>())(a, b);
}

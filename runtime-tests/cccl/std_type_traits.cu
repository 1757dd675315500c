#include <cuda/std/type_traits>
#include <cuda/std/concepts>
#include <cuda/std/cstdint>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cuda::std::common_type_t<short, unsigned> C;
    typedef cuda::std::make_signed_t<C> S;
    typedef cuda::std::remove_cvref_t<const int &> R;
    int r = cuda::std::is_signed_v<S> + 2 * cuda::std::is_same_v<R, int> +
            4 * cuda::std::is_trivially_copyable_v<int2> +
            8 * cuda::std::is_convertible_v<int, float> +
            16 * cuda::std::is_invocable_r_v<int, int (*)(int), short> +
            32 * cuda::std::integral<char> + 64 * (int)sizeof(cuda::std::uint16_t);
    out[i] = r + in[i] * (int)cuda::std::extent_v<int[3][5], 1>;
}

#include <cuda/std/iterator>
#include <cuda/std/algorithm>
#include <cuda/std/numeric>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    int v[6] = {in[i], 4, in[511 - i], i, -3, t};
    auto back = cuda::std::make_reverse_iterator(v + 6);
    int r = back[1] * 3 + *cuda::std::next(v, 2) + (int)cuda::std::distance(v, v + 6);
    cuda::std::reverse(v, v + 6);
    cuda::std::transform(v, v + 6, v, [](int x) { return x * 2 - 1; });
    cuda::std::iota(v, v + 2, 5);
    auto large = [](int x) { return x > 3; };
    r += (int)cuda::std::count_if(cuda::std::begin(v), cuda::std::end(v), large);
    out[i] = r + cuda::std::inner_product(v, v + 6, v, 1);
}

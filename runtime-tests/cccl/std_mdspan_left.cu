#include <cuda/std/mdspan>
#include <cuda/std/array>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    using extents = cuda::std::extents<int, cuda::std::dynamic_extent, 4>;
    cuda::std::mdspan<int, extents, cuda::std::layout_left> m(in, 128);
    cuda::std::mdspan<int, cuda::std::dextents<int, 2>> o(out, 128, 4);
    if (blockIdx.x == 0)
        for (int n = 0; n < m.extent(1); n++)
            o(t, n) = m(t, n) + m.stride(1);
}

#include <cuda/std/mdspan>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    int v[6] = {1, 2, 3, in[i], 5, i};
    cuda::std::mdspan<int, cuda::std::extents<int, 2, 3>> m(v);
    int r = 0;
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 3; b++)
            r = r * 2 + m(a, b);
    out[i] = r;
}

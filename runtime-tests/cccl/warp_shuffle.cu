#include <cuda/warp>
#include <cuda/std/utility>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    struct S { int a; short b; double c; } s = {in[i], (short)t, t * 0.5};
    auto up = cuda::device::warp_shuffle_up(s, 3);
    auto x = cuda::device::warp_shuffle_xor(s, 5);
    auto at = cuda::device::warp_shuffle_idx(s, t * 7);
    out[i] = up.data.a + 2 * x.data.b + (int)(at.data.c * 2) + up.pred;
}

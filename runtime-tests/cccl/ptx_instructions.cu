#include <cuda/ptx>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    int r = cuda::ptx::get_sreg_laneid() + 32 * cuda::ptx::get_sreg_lanemask_lt();
    r += cuda::ptx::get_sreg_ntid_x() + cuda::ptx::get_sreg_ctaid_x();
    out[i] = r + in[i] + cuda::ptx::bmsk_clamp((unsigned)(t & 15), 4u) +
             (int)cuda::ptx::get_sreg_lanemask_ge();
}

// test ptx -O3 -arch=sm_80
// The rounding is the instruction's own.
// check: cvt.rz.bf16.f32
// not: cvt.rn
#include <cuda_bf16.h>
extern "C" __global__ void k(float *x, __nv_bfloat16 *o) {
    o[0] = __float2bfloat16_rz(x[0]);
}

// Toward zero a bfloat16 is the upper half of a float, but for NaN.
#include <cuda_bf16.h>

extern "C" __global__ void k(unsigned short *out, const unsigned *in)
{
    __nv_bfloat16 h = __float2bfloat16_rz(__uint_as_float(in[threadIdx.x]));
    out[threadIdx.x] = __bfloat16_as_ushort(h);
}

// test ptx -O3 -arch=sm_80
// What names a rounding is one instruction with that rounding: the CUDA Math API's `_rn`, `_rz`, `_ru` and `_rd` are `.rn`,
// `.rz`, `.rp` and `.rm` of the PTX ISA.
// count 1: add.rn.f32
// count 1: add.rz.f32
// count 1: add.rp.f32
// count 1: add.rm.f32
// count 1: sub.rn.f32
// count 1: sub.rz.f32
// count 1: sub.rp.f32
// count 1: sub.rm.f32
// count 1: mul.rn.f32
// count 1: mul.rz.f32
// count 1: mul.rp.f32
// count 1: mul.rm.f32
// count 1: div.rn.f32
// count 1: div.rz.f32
// count 1: div.rp.f32
// count 1: div.rm.f32
// count 1: rcp.rn.f32
// count 1: rcp.rz.f32
// count 1: rcp.rp.f32
// count 1: rcp.rm.f32
// count 1: sqrt.rn.f32
// count 1: sqrt.rz.f32
// count 1: sqrt.rp.f32
// count 1: sqrt.rm.f32
// count 1: fma.rn.f32
// count 1: fma.rz.f32
// count 1: fma.rp.f32
// count 1: fma.rm.f32
// count 1: add.rn.f64
// count 1: add.rz.f64
// count 1: add.rp.f64
// count 1: add.rm.f64
// count 1: sub.rn.f64
// count 1: sub.rz.f64
// count 1: sub.rp.f64
// count 1: sub.rm.f64
// count 1: mul.rn.f64
// count 1: mul.rz.f64
// count 1: mul.rp.f64
// count 1: mul.rm.f64
// count 1: div.rn.f64
// count 1: div.rz.f64
// count 1: div.rp.f64
// count 1: div.rm.f64
// count 1: rcp.rn.f64
// count 1: rcp.rz.f64
// count 1: rcp.rp.f64
// count 1: rcp.rm.f64
// count 1: sqrt.rn.f64
// count 1: sqrt.rz.f64
// count 1: sqrt.rp.f64
// count 1: sqrt.rm.f64
// count 1: fma.rn.f64
// count 1: fma.rz.f64
// count 1: fma.rp.f64
// count 1: fma.rm.f64
extern "C" __global__ void singles(float *o, float a, float b, float c) {
    o[0] = __fadd_rn(a, b);
    o[1] = __fadd_rz(a, b);
    o[2] = __fadd_ru(a, b);
    o[3] = __fadd_rd(a, b);
    o[4] = __fsub_rn(a, b);
    o[5] = __fsub_rz(a, b);
    o[6] = __fsub_ru(a, b);
    o[7] = __fsub_rd(a, b);
    o[8] = __fmul_rn(a, b);
    o[9] = __fmul_rz(a, b);
    o[10] = __fmul_ru(a, b);
    o[11] = __fmul_rd(a, b);
    o[12] = __fdiv_rn(a, b);
    o[13] = __fdiv_rz(a, b);
    o[14] = __fdiv_ru(a, b);
    o[15] = __fdiv_rd(a, b);
    o[16] = __frcp_rn(a);
    o[17] = __frcp_rz(a);
    o[18] = __frcp_ru(a);
    o[19] = __frcp_rd(a);
    o[20] = __fsqrt_rn(a);
    o[21] = __fsqrt_rz(a);
    o[22] = __fsqrt_ru(a);
    o[23] = __fsqrt_rd(a);
    o[24] = __fmaf_rn(a, b, c);
    o[25] = __fmaf_rz(a, b, c);
    o[26] = __fmaf_ru(a, b, c);
    o[27] = __fmaf_rd(a, b, c);
}
extern "C" __global__ void doubles(double *o, double x, double y, double z) {
    o[0] = __dadd_rn(x, y);
    o[1] = __dadd_rz(x, y);
    o[2] = __dadd_ru(x, y);
    o[3] = __dadd_rd(x, y);
    o[4] = __dsub_rn(x, y);
    o[5] = __dsub_rz(x, y);
    o[6] = __dsub_ru(x, y);
    o[7] = __dsub_rd(x, y);
    o[8] = __dmul_rn(x, y);
    o[9] = __dmul_rz(x, y);
    o[10] = __dmul_ru(x, y);
    o[11] = __dmul_rd(x, y);
    o[12] = __ddiv_rn(x, y);
    o[13] = __ddiv_rz(x, y);
    o[14] = __ddiv_ru(x, y);
    o[15] = __ddiv_rd(x, y);
    o[16] = __drcp_rn(x);
    o[17] = __drcp_rz(x);
    o[18] = __drcp_ru(x);
    o[19] = __drcp_rd(x);
    o[20] = __dsqrt_rn(x);
    o[21] = __dsqrt_rz(x);
    o[22] = __dsqrt_ru(x);
    o[23] = __dsqrt_rd(x);
    o[24] = __fma_rn(x, y, z);
    o[25] = __fma_rz(x, y, z);
    o[26] = __fma_ru(x, y, z);
    o[27] = __fma_rd(x, y, z);
}

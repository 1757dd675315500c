// test ptx -O3 -arch=sm_80
// A conversion between numbers that names its rounding is one instruction with that rounding; from floats to integers it is
// `.rni`, `.rzi`, `.rpi` or `.rmi` (PTX ISA, `cvt`).
// count 1: cvt.rni.s32.f32
// count 1: cvt.rzi.s32.f32
// count 1: cvt.rpi.s32.f32
// count 1: cvt.rmi.s32.f32
// count 1: cvt.rni.u32.f32
// count 1: cvt.rzi.u32.f32
// count 1: cvt.rpi.u32.f32
// count 1: cvt.rmi.u32.f32
// count 1: cvt.rni.s64.f32
// count 1: cvt.rzi.s64.f32
// count 1: cvt.rpi.s64.f32
// count 1: cvt.rmi.s64.f32
// count 1: cvt.rni.u64.f32
// count 1: cvt.rzi.u64.f32
// count 1: cvt.rpi.u64.f32
// count 1: cvt.rmi.u64.f32
// count 1: cvt.rni.s32.f64
// count 1: cvt.rzi.s32.f64
// count 1: cvt.rpi.s32.f64
// count 1: cvt.rmi.s32.f64
// count 1: cvt.rni.u32.f64
// count 1: cvt.rzi.u32.f64
// count 1: cvt.rpi.u32.f64
// count 1: cvt.rmi.u32.f64
// count 1: cvt.rni.s64.f64
// count 1: cvt.rzi.s64.f64
// count 1: cvt.rpi.s64.f64
// count 1: cvt.rmi.s64.f64
// count 1: cvt.rni.u64.f64
// count 1: cvt.rzi.u64.f64
// count 1: cvt.rpi.u64.f64
// count 1: cvt.rmi.u64.f64
// count 1: cvt.rn.f32.s32
// count 1: cvt.rz.f32.s32
// count 1: cvt.rp.f32.s32
// count 1: cvt.rm.f32.s32
// count 1: cvt.rn.f64.s32
// count 1: cvt.rn.f32.u32
// count 1: cvt.rz.f32.u32
// count 1: cvt.rp.f32.u32
// count 1: cvt.rm.f32.u32
// count 1: cvt.rn.f64.u32
// count 1: cvt.rn.f32.s64
// count 1: cvt.rz.f32.s64
// count 1: cvt.rp.f32.s64
// count 1: cvt.rm.f32.s64
// count 1: cvt.rn.f64.s64
// count 1: cvt.rz.f64.s64
// count 1: cvt.rp.f64.s64
// count 1: cvt.rm.f64.s64
// count 1: cvt.rn.f32.u64
// count 1: cvt.rz.f32.u64
// count 1: cvt.rp.f32.u64
// count 1: cvt.rm.f32.u64
// count 1: cvt.rn.f64.u64
// count 1: cvt.rz.f64.u64
// count 1: cvt.rp.f64.u64
// count 1: cvt.rm.f64.u64
// count 1: cvt.rn.f32.f64
// count 1: cvt.rz.f32.f64
// count 1: cvt.rp.f32.f64
// count 1: cvt.rm.f32.f64
// count 1: cvt.rn.f16.f32
// count 1: cvt.rz.f16.f32
// count 1: cvt.rp.f16.f32
// count 1: cvt.rm.f16.f32
// count 1: cvt.rn.f16.f64
// count 1: cvt.f32.f16
// count 1: cvt.rn.bf16.f32
// count 1: cvt.rz.bf16.f32
#include <cuda_bf16.h>
#include <cuda_fp16.h>
extern "C" __global__ void float_to_int(int *o, float x) {
    o[0] = __float2int_rn(x);
    o[1] = __float2int_rz(x);
    o[2] = __float2int_ru(x);
    o[3] = __float2int_rd(x);
}
extern "C" __global__ void float_to_uint(unsigned *o, float x) {
    o[0] = __float2uint_rn(x);
    o[1] = __float2uint_rz(x);
    o[2] = __float2uint_ru(x);
    o[3] = __float2uint_rd(x);
}
extern "C" __global__ void float_to_ll(long long *o, float x) {
    o[0] = __float2ll_rn(x);
    o[1] = __float2ll_rz(x);
    o[2] = __float2ll_ru(x);
    o[3] = __float2ll_rd(x);
}
extern "C" __global__ void float_to_ull(unsigned long long *o, float x) {
    o[0] = __float2ull_rn(x);
    o[1] = __float2ull_rz(x);
    o[2] = __float2ull_ru(x);
    o[3] = __float2ull_rd(x);
}
extern "C" __global__ void double_to_int(int *o, double x) {
    o[0] = __double2int_rn(x);
    o[1] = __double2int_rz(x);
    o[2] = __double2int_ru(x);
    o[3] = __double2int_rd(x);
}
extern "C" __global__ void double_to_uint(unsigned *o, double x) {
    o[0] = __double2uint_rn(x);
    o[1] = __double2uint_rz(x);
    o[2] = __double2uint_ru(x);
    o[3] = __double2uint_rd(x);
}
extern "C" __global__ void double_to_ll(long long *o, double x) {
    o[0] = __double2ll_rn(x);
    o[1] = __double2ll_rz(x);
    o[2] = __double2ll_ru(x);
    o[3] = __double2ll_rd(x);
}
extern "C" __global__ void double_to_ull(unsigned long long *o, double x) {
    o[0] = __double2ull_rn(x);
    o[1] = __double2ull_rz(x);
    o[2] = __double2ull_ru(x);
    o[3] = __double2ull_rd(x);
}
extern "C" __global__ void int_to_floats(float *f, double *d, int x) {
    f[0] = __int2float_rn(x);
    f[1] = __int2float_rz(x);
    f[2] = __int2float_ru(x);
    f[3] = __int2float_rd(x);
    d[0] = __int2double_rn(x);
}
extern "C" __global__ void uint_to_floats(float *f, double *d, unsigned x) {
    f[0] = __uint2float_rn(x);
    f[1] = __uint2float_rz(x);
    f[2] = __uint2float_ru(x);
    f[3] = __uint2float_rd(x);
    d[0] = __uint2double_rn(x);
}
extern "C" __global__ void ll_to_floats(float *f, double *d, long long x) {
    f[0] = __ll2float_rn(x);
    f[1] = __ll2float_rz(x);
    f[2] = __ll2float_ru(x);
    f[3] = __ll2float_rd(x);
    d[0] = __ll2double_rn(x);
    d[1] = __ll2double_rz(x);
    d[2] = __ll2double_ru(x);
    d[3] = __ll2double_rd(x);
}
extern "C" __global__ void ull_to_floats(float *f, double *d, unsigned long long x) {
    f[0] = __ull2float_rn(x);
    f[1] = __ull2float_rz(x);
    f[2] = __ull2float_ru(x);
    f[3] = __ull2float_rd(x);
    d[0] = __ull2double_rn(x);
    d[1] = __ull2double_rz(x);
    d[2] = __ull2double_ru(x);
    d[3] = __ull2double_rd(x);
}
extern "C" __global__ void double_to_float(float *o, double x) {
    o[0] = __double2float_rn(x);
    o[1] = __double2float_rz(x);
    o[2] = __double2float_ru(x);
    o[3] = __double2float_rd(x);
}
extern "C" __global__ void to_half(__half *o, float x, double y) {
    o[0] = __float2half_rn(x);
    o[1] = __float2half_rz(x);
    o[2] = __float2half_ru(x);
    o[3] = __float2half_rd(x);
    o[4] = __double2half(y);
}
extern "C" __global__ void from_half(float *o, const __half *x) {
    o[0] = __half2float(x[0]);
}
extern "C" __global__ void to_bfloat16(__nv_bfloat16 *o, float x) {
    o[0] = __float2bfloat16_rn(x);
    o[1] = __float2bfloat16_rz(x);
}

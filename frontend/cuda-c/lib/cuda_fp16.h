#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__
#include <optx_half.h>

// A sum, difference, product, quotient or root that is computed in single precision and rounded again is the one rounded
// once: 24 bits are at least twice 11 and two more. A fused product is not, so it has no such form below sm_53.
struct __half;
struct __half_raw { unsigned short x; };
struct __align__(4) __half2_raw { unsigned short x, y; };
struct __half {
    unsigned short __x;
    __half() = default;
    __OPTX_H __half(float f) { __x = __optx_f16_rn(f); }
    __OPTX_H __half(double f) { __x = __optx_f16_double(f); }
    __OPTX_H __half(int i) { __x = __optx_f16_double(i); }
    __OPTX_H __half(unsigned i) { __x = __optx_f16_double(i); }
    __OPTX_H __half(long long i) { __x = __optx_f16_double(i); }
    __OPTX_H __half(unsigned long long i) { __x = __optx_f16_double(i); }
    __OPTX_H __half(const __half_raw &r) { __x = r.x; }
    __OPTX_H __half &operator=(const __half_raw &r) { __x = r.x; return *this; }
    __OPTX_H operator __half_raw() const { __half_raw r; r.x = __x; return r; }
    __OPTX_H operator __half_raw() const volatile { __half_raw r; r.x = __x; return r; }
    __OPTX_H operator float() const { return __optx_float_f16(__x); }
};
struct __align__(4) __half2 {
    __half x, y;
    __half2() = default;
    __OPTX_H __half2(const __half &a, const __half &b) { x = a; y = b; }
    __OPTX_H __half2(const __half2_raw &r) { x.__x = r.x; y.__x = r.y; }
    __OPTX_H __half2 &operator=(const __half2_raw &r) { x.__x = r.x; y.__x = r.y; return *this; }
    __OPTX_H operator __half2_raw() const { __half2_raw r; r.x = x.__x; r.y = y.__x; return r; }
};
typedef __half half;
typedef __half2 half2;

__OPTX_H __half __optx_raw_half(unsigned x) { __half h; h.__x = x; return h; }
__OPTX_H unsigned __optx_word_half(__half2 a) { return a.x.__x | (unsigned)a.y.__x << 16; }
__OPTX_H __half2 __optx_pair_half(unsigned x) { return __half2(__optx_raw_half(x & 0xffffu), __optx_raw_half(x >> 16)); }

#if __CUDA_ARCH__ >= 530
__OPTX_H __half __hadd(__half a, __half b) { return __optx_raw_half(__optx_add_f16(a.__x, b.__x)); }
__OPTX_H __half __hsub(__half a, __half b) { return __optx_raw_half(__optx_sub_f16(a.__x, b.__x)); }
__OPTX_H __half __hmul(__half a, __half b) { return __optx_raw_half(__optx_mul_f16(a.__x, b.__x)); }
__OPTX_H __half __hfma(__half a, __half b, __half c) { return __optx_raw_half(__optx_fma_f16(a.__x, b.__x, c.__x)); }
__OPTX_H __half2 __hadd2(__half2 a, __half2 b) { return __optx_pair_half(__optx_add_f16x2(__optx_word_half(a), __optx_word_half(b))); }
__OPTX_H __half2 __hsub2(__half2 a, __half2 b) { return __optx_pair_half(__optx_sub_f16x2(__optx_word_half(a), __optx_word_half(b))); }
__OPTX_H __half2 __hmul2(__half2 a, __half2 b) { return __optx_pair_half(__optx_mul_f16x2(__optx_word_half(a), __optx_word_half(b))); }
__OPTX_H __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return __optx_pair_half(__optx_fma_f16x2(__optx_word_half(a), __optx_word_half(b), __optx_word_half(c))); }
#else
__OPTX_H __half __hadd(__half a, __half b) { return __half(__fadd_rn(float(a), float(b))); }
__OPTX_H __half __hsub(__half a, __half b) { return __half(__fsub_rn(float(a), float(b))); }
__OPTX_H __half __hmul(__half a, __half b) { return __half(__fmul_rn(float(a), float(b))); }
__OPTX_H __half __hfma(__half a, __half b, __half c) { return __half(__fmaf_rn(float(a), float(b), float(c))); }
__OPTX_H __half2 __hadd2(__half2 a, __half2 b) { return __half2(__hadd(a.x, b.x), __hadd(a.y, b.y)); }
__OPTX_H __half2 __hsub2(__half2 a, __half2 b) { return __half2(__hsub(a.x, b.x), __hsub(a.y, b.y)); }
__OPTX_H __half2 __hmul2(__half2 a, __half2 b) { return __half2(__hmul(a.x, b.x), __hmul(a.y, b.y)); }
__OPTX_H __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
#endif
__OPTX_H float __optx_order(__half a) { return a; }
__OPTX_H __half __optx_lesser(__half a, __half b) { return __half(fminf(float(a), float(b))); }
__OPTX_H __half __optx_larger(__half a, __half b) { return __half(fmaxf(float(a), float(b))); }
__OPTX_HALF_ALIKE(__half, __half2, __optx_raw_half)
__OPTX_H __half2 h2div(__half2 a, __half2 b) { return __h2div(a, b); }

__OPTX_H __half __float2half(float f) { return __optx_raw_half(__optx_f16_rn(f)); }
__OPTX_H __half __float2half_rn(float f) { return __optx_raw_half(__optx_f16_rn(f)); }
__OPTX_H __half __float2half_rz(float f) { return __optx_raw_half(__optx_f16_rz(f)); }
__OPTX_H __half __float2half_ru(float f) { return __optx_raw_half(__optx_f16_ru(f)); }
__OPTX_H __half __float2half_rd(float f) { return __optx_raw_half(__optx_f16_rd(f)); }
__OPTX_H __half __double2half(double f) { return __optx_raw_half(__optx_f16_double(f)); }
__OPTX_H float __half2float(__half h) { return __optx_float_f16(h.__x); }
__OPTX_H float2 __half22float2(__half2 h) { return make_float2(__half2float(h.x), __half2float(h.y)); }
__OPTX_H __half2 __float22half2_rn(float2 f) { return __half2(__float2half(f.x), __float2half(f.y)); }
__OPTX_H __half2 __floats2half2_rn(float a, float b) { return __half2(__float2half(a), __float2half(b)); }
__OPTX_H __half2 __float2half2_rn(float a) { return __half2(__float2half(a), __float2half(a)); }
__OPTX_H __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
__OPTX_H __half2 __half2half2(__half a) { return __half2(a, a); }
__OPTX_H __half2 make_half2(__half a, __half b) { return __half2(a, b); }
__OPTX_H __half __low2half(__half2 a) { return a.x; }
__OPTX_H __half __high2half(__half2 a) { return a.y; }
__OPTX_H float __low2float(__half2 a) { return __half2float(a.x); }
__OPTX_H float __high2float(__half2 a) { return __half2float(a.y); }
__OPTX_H __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
__OPTX_H __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
__OPTX_H __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }
__OPTX_H unsigned short __half_as_ushort(__half a) { return a.__x; }
__OPTX_H short __half_as_short(__half a) { return (short)a.__x; }
__OPTX_H __half __ushort_as_half(unsigned short x) { return __optx_raw_half(x); }
__OPTX_H __half __short_as_half(short x) { return __optx_raw_half((unsigned short)x); }
// Every integer of 32 bits is a double, and longer ones that are not are far beyond the largest half.
__OPTX_H __half __int2half_rn(int i) { return __optx_raw_half(__optx_f16_double(i)); }
__OPTX_H __half __uint2half_rn(unsigned i) { return __optx_raw_half(__optx_f16_double(i)); }
__OPTX_H __half __short2half_rn(short i) { return __optx_raw_half(__optx_f16_double(i)); }
__OPTX_H __half __ushort2half_rn(unsigned short i) { return __optx_raw_half(__optx_f16_double(i)); }
__OPTX_H __half __ll2half_rn(long long i) { return __optx_raw_half(__optx_f16_double(i)); }
__OPTX_H __half __ull2half_rn(unsigned long long i) { return __optx_raw_half(__optx_f16_double(i)); }
__OPTX_H int __half2int_rn(__half h) { return __float2int_rn(__half2float(h)); }
__OPTX_H int __half2int_rz(__half h) { return __float2int_rz(__half2float(h)); }
__OPTX_H int __half2int_ru(__half h) { return __float2int_ru(__half2float(h)); }
__OPTX_H int __half2int_rd(__half h) { return __float2int_rd(__half2float(h)); }
__OPTX_H unsigned __half2uint_rn(__half h) { return __float2uint_rn(__half2float(h)); }
__OPTX_H unsigned __half2uint_rz(__half h) { return __float2uint_rz(__half2float(h)); }
__OPTX_H long long __half2ll_rn(__half h) { return __float2ll_rn(__half2float(h)); }
__OPTX_H long long __half2ll_rz(__half h) { return __float2ll_rz(__half2float(h)); }
#endif

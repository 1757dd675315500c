#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__
#include <optx_half.h>

// A sum, difference, product, quotient or root that is computed in single precision and rounded again is the one rounded
// once: 24 bits are at least twice 11 and two more. A fused product is not, so it has no such form below sm_53.
// Every integer of 32 bits is a double, and longer ones that are not are far beyond the largest half.
__OPTX_H unsigned __optx_of_float_f16(float f) { return __optx_f16_rn(f); }
__OPTX_H unsigned __optx_of_double_f16(double f) { return __optx_f16_double(f); }
__OPTX_H unsigned __optx_of_int_f16(int i) { return __optx_f16_double(i); }
__OPTX_H unsigned __optx_of_uint_f16(unsigned i) { return __optx_f16_double(i); }
__OPTX_H unsigned __optx_of_ll_f16(long long i) { return __optx_f16_double(i); }
__OPTX_H unsigned __optx_of_ull_f16(unsigned long long i) { return __optx_f16_double(i); }
__OPTX_H unsigned __optx_rz_f16(float f) { return __optx_f16_rz(f); }
__OPTX_H unsigned __optx_ru_f16(float f) { return __optx_f16_ru(f); }
__OPTX_H unsigned __optx_rd_f16(float f) { return __optx_f16_rd(f); }
__OPTX_H float __optx_value_f16(unsigned x) { return __optx_float_f16(x); }
__OPTX_H float __optx_end_f16(unsigned x) { return __optx_float_f16(x); }

struct __nv_bfloat16;
struct __half_raw { unsigned short x; };
struct __align__(4) __half2_raw { unsigned short x, y; };
struct __half {
    unsigned short __x;
    __half() = default;
    __OPTX_HALF_RAW(__half, __half_raw)
#ifndef __CUDA_NO_HALF_CONVERSIONS__
    __OPTX_H explicit __half(const __nv_bfloat16 f);
    __OPTX_HALF_CONVERSIONS(__half, f16)
#endif
};
struct __align__(4) __half2 {
    __half x, y;
    __half2() = default;
    __OPTX_H __half2(const __half &a, const __half &b) { x = a; y = b; }
    __OPTX_HALF_PAIR_RAW(__half2, __half2_raw)
};
typedef __half half;
typedef __half2 half2;

__OPTX_H __half __optx_raw_half(unsigned x) { __half h; h.__x = x; return h; }
__OPTX_H unsigned __optx_word_half(__half2 a) { return a.x.__x | (unsigned)a.y.__x << 16; }
__OPTX_H __half2 __optx_pair_half(unsigned x) { return __half2(__optx_raw_half(x & 0xffffu), __optx_raw_half(x >> 16)); }

__OPTX_H float __optx_number(__half a) { return __optx_float_f16(a.__x); }
__OPTX_H __half __optx_rounded_half(float f) { return __optx_raw_half(__optx_f16_rn(f)); }
__OPTX_H __half __optx_truth_half(bool b) { return __optx_raw_half(b ? 0x3c00u : 0u); }

#if __CUDA_ARCH__ >= 530
__OPTX_H __half __hadd(__half a, __half b) { return __optx_raw_half(__optx_add_f16(a.__x, b.__x)); }
__OPTX_H __half __hsub(__half a, __half b) { return __optx_raw_half(__optx_sub_f16(a.__x, b.__x)); }
__OPTX_H __half __hmul(__half a, __half b) { return __optx_raw_half(__optx_mul_f16(a.__x, b.__x)); }
__OPTX_H __half __hfma(__half a, __half b, __half c) { return __optx_raw_half(__optx_fma_f16(a.__x, b.__x, c.__x)); }
__OPTX_H __half2 __hadd2(__half2 a, __half2 b) { return __optx_pair_half(__optx_add_f16x2(__optx_word_half(a), __optx_word_half(b))); }
__OPTX_H __half2 __hsub2(__half2 a, __half2 b) { return __optx_pair_half(__optx_sub_f16x2(__optx_word_half(a), __optx_word_half(b))); }
__OPTX_H __half2 __hmul2(__half2 a, __half2 b) { return __optx_pair_half(__optx_mul_f16x2(__optx_word_half(a), __optx_word_half(b))); }
__OPTX_H __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
    return __optx_pair_half(__optx_fma_f16x2(__optx_word_half(a), __optx_word_half(b), __optx_word_half(c)));
}
#else
__OPTX_H __half __hadd(__half a, __half b) { return __optx_rounded_half(__fadd_rn(__optx_number(a), __optx_number(b))); }
__OPTX_H __half __hsub(__half a, __half b) { return __optx_rounded_half(__fsub_rn(__optx_number(a), __optx_number(b))); }
__OPTX_H __half __hmul(__half a, __half b) { return __optx_rounded_half(__fmul_rn(__optx_number(a), __optx_number(b))); }
__OPTX_H __half __hfma(__half a, __half b, __half c) {
    return __optx_rounded_half(__fmaf_rn(__optx_number(a), __optx_number(b), __optx_number(c)));
}
__OPTX_H __half2 __hadd2(__half2 a, __half2 b) { return __half2(__hadd(a.x, b.x), __hadd(a.y, b.y)); }
__OPTX_H __half2 __hsub2(__half2 a, __half2 b) { return __half2(__hsub(a.x, b.x), __hsub(a.y, b.y)); }
__OPTX_H __half2 __hmul2(__half2 a, __half2 b) { return __half2(__hmul(a.x, b.x), __hmul(a.y, b.y)); }
__OPTX_H __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
#endif
__OPTX_H float __optx_order(__half a) { return __optx_number(a); }
__OPTX_H __half __optx_lesser(__half a, __half b) { return __optx_rounded_half(fminf(__optx_number(a), __optx_number(b))); }
__OPTX_H __half __optx_larger(__half a, __half b) { return __optx_rounded_half(fmaxf(__optx_number(a), __optx_number(b))); }
__OPTX_H float __optx_quotient_half(float x, float y) { return x / y; }
__OPTX_HALF_ALIKE(__half, __half2, half)
__OPTX_HALF_UNARY(__half, __half2, half, htanh, h2tanh, tanhf(x))
__OPTX_H __half2 h2div(__half2 a, __half2 b) { return __h2div(a, b); }
__OPTX_HALF_INTEGERS(__half, half, f16)
__OPTX_HALF_PARTS(__half, __half2, half, half2)
__OPTX_HALF_BITS(__half, half, half)
__OPTX_HALF_SHUFFLES(__half, __half2, half)
#if __CUDA_ARCH__ >= 530
__OPTX_HALF_ARITHMETIC(__half, __half2, half)
__OPTX_HALF_FUSED(__half, __half2, half)
#endif
#if __CUDA_ARCH__ >= 600
__OPTX_HALF_PAIR_ATOMIC(__half2, half, f16)
#else
__OPTX_HALF_PAIR_EXCHANGE(__half2, half)
#endif
#if __CUDA_ARCH__ >= 700
__OPTX_HALF_ATOMIC(__half, half, f16)
#endif
#if __CUDA_ARCH__ >= 750
__OPTX_H __half htanh_approx(__half a) {
    unsigned short t;
    asm("tanh.approx.f16 %0, %1;" : "=h"(t) : "h"(a.__x));
    return __optx_raw_half(t);
}
__OPTX_H __half2 h2tanh_approx(__half2 a) {
    unsigned t;
    asm("tanh.approx.f16x2 %0, %1;" : "=r"(t) : "r"(__optx_word_half(a)));
    return __optx_pair_half(t);
}
#endif
#ifndef __CUDA_NO_HALF_OPERATORS__
__OPTX_HALF_OPERATORS(__half, __half2)
__OPTX_HALF_STEPS(__half, half)
#endif
#ifndef __CUDA_NO_HALF2_OPERATORS__
__OPTX_HALF_PAIR_OPERATORS(__half, __half2)
__OPTX_HALF_PAIR_STEPS(__half2, half)
#endif

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
#endif

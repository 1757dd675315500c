#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__
#include <cuda_fp16.h>

struct __nv_bfloat16;
#if __CUDA_ARCH__ >= 800
__OPTX_H unsigned __optx_round_bf16(float f) { return __optx_bf16_rn(f); }
__OPTX_H unsigned __optx_cut_bf16(float f) { return __optx_bf16_rz(f); }
#else
// Toward zero the upper half is what is left.
__OPTX_H unsigned __optx_cut_bf16(float f) {
    unsigned b = __float_as_uint(f);
    return (b & 0x7fffffffu) > 0x7f800000u ? 0x7fffu : b >> 16;
}
// To nearest, ties to even: half a unit less the last kept bit's complement is added before the cut.
__OPTX_H unsigned __optx_round_bf16(float f) {
    unsigned u = __float_as_uint(f);
    return (u & 0x7fffffffu) > 0x7f800000u ? 0x7fffu : (u + 0x7fffu + (u >> 16 & 1u)) >> 16;
}
#endif
// Away from zero where something is cut off and the sign says so.
__OPTX_H unsigned __optx_directed_bf16(float f, unsigned sign) {
    unsigned u = __float_as_uint(f);
    if ((u & 0x7fffffffu) > 0x7f800000u) return 0x7fffu;
    return (u >> 16) + ((u & 0xffffu) != 0 && u >> 31 == sign ? 1u : 0u);
}
__OPTX_H unsigned __optx_rz_bf16(float f) { return __optx_cut_bf16(f); }
__OPTX_H unsigned __optx_ru_bf16(float f) { return __optx_directed_bf16(f, 0u); }
__OPTX_H unsigned __optx_rd_bf16(float f) { return __optx_directed_bf16(f, 1u); }
__OPTX_H unsigned __optx_of_float_bf16(float f) { return __optx_round_bf16(f); }
// Subnormals stay under -ftz=true too.
__OPTX_H unsigned __optx_of_double_bf16(double f) {
    float z;
    double back;
    asm("cvt.rz.f32.f64 %0, %1;" : "=f"(z) : "d"(f));
    asm("cvt.f64.f32 %0, %1;" : "=d"(back) : "f"(z));
    return __optx_round_bf16(__optx_odd(z, back == f));
}
__OPTX_H unsigned __optx_of_int_bf16(int i) { float z = __int2float_rz(i); return __optx_round_bf16(__optx_odd(z, (int)z == i)); }
__OPTX_H unsigned __optx_of_uint_bf16(unsigned i) {
    float z = __uint2float_rz(i); return __optx_round_bf16(__optx_odd(z, (unsigned)z == i));
}
__OPTX_H unsigned __optx_of_ll_bf16(long long i) { float z = __ll2float_rz(i); return __optx_round_bf16(__optx_odd(z, (long long)z == i)); }
__OPTX_H unsigned __optx_of_ull_bf16(unsigned long long i) {
    float z = __ull2float_rz(i);
    return __optx_round_bf16(__optx_odd(z, (unsigned long long)z == i));
}
__OPTX_H float __optx_value_bf16(unsigned x) { return __uint_as_float(x << 16); }
// A number that is rounded up and down to the same integers: subnormals would be flushed first.
#if __OPTX_FTZ__
__OPTX_H float __optx_end_bf16(unsigned x) { return __uint_as_float((x & 0x7f80u) == 0 && (x & 0x7fu) != 0 ? (x | 0x80u) << 16 : x << 16); }
#else
__OPTX_H float __optx_end_bf16(unsigned x) { return __uint_as_float(x << 16); }
#endif
struct __nv_bfloat16_raw { unsigned short x; };
struct __align__(4) __nv_bfloat162_raw { unsigned short x, y; };
struct __nv_bfloat16 {
    unsigned short __x;
    __nv_bfloat16() = default;
    __OPTX_HALF_RAW(__nv_bfloat16, __nv_bfloat16_raw)
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
    __OPTX_H explicit __nv_bfloat16(const __half f) { __x = __optx_of_float_bf16(__optx_number(f)); }
    __OPTX_HALF_CONVERSIONS(__nv_bfloat16, bf16)
#endif
};
struct __align__(4) __nv_bfloat162 {
    __nv_bfloat16 x, y;
    __nv_bfloat162() = default;
    __OPTX_H __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { x = a; y = b; }
    __OPTX_HALF_PAIR_RAW(__nv_bfloat162, __nv_bfloat162_raw)
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

__OPTX_H __nv_bfloat16 __optx_raw_bfloat16(unsigned x) { __nv_bfloat16 h; h.__x = x; return h; }
__OPTX_H unsigned __optx_word_bfloat16(__nv_bfloat162 a) { return a.x.__x | (unsigned)a.y.__x << 16; }
__OPTX_H __nv_bfloat162 __optx_pair_bfloat16(unsigned x) {
    return __nv_bfloat162(__optx_raw_bfloat16(x & 0xffffu), __optx_raw_bfloat16(x >> 16));
}

__OPTX_H float __optx_number(__nv_bfloat16 a) { return __optx_value_bf16(a.__x); }
__OPTX_H __nv_bfloat16 __optx_rounded_bfloat16(float f) { return __optx_raw_bfloat16(__optx_round_bf16(f)); }
__OPTX_H __nv_bfloat16 __optx_truth_bfloat16(bool b) { return __optx_raw_bfloat16(b ? 0x3f80u : 0u); }

#if __CUDA_ARCH__ >= 800
// Sums as a * 1 + b, products as a * b + -0: all that these targets have, and exact.
__OPTX_H __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
    return __optx_raw_bfloat16(__optx_fma_bf16(a.__x, b.__x, c.__x));
}
__OPTX_H __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) { return __optx_raw_bfloat16(__optx_fma_bf16(a.__x, 0x3f80u, b.__x)); }
__OPTX_H __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) { return __optx_raw_bfloat16(__optx_fma_bf16(b.__x, 0xbf80u, a.__x)); }
__OPTX_H __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) { return __optx_raw_bfloat16(__optx_fma_bf16(a.__x, b.__x, 0x8000u)); }
__OPTX_H __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
    return __optx_pair_bfloat16(__optx_fma_bf16x2(__optx_word_bfloat16(a), __optx_word_bfloat16(b), __optx_word_bfloat16(c)));
}
__OPTX_H __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __optx_pair_bfloat16(__optx_fma_bf16x2(__optx_word_bfloat16(a), 0x3f803f80u, __optx_word_bfloat16(b)));
}
__OPTX_H __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __optx_pair_bfloat16(__optx_fma_bf16x2(__optx_word_bfloat16(b), 0xbf80bf80u, __optx_word_bfloat16(a)));
}
__OPTX_H __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __optx_pair_bfloat16(__optx_fma_bf16x2(__optx_word_bfloat16(a), __optx_word_bfloat16(b), 0x80008000u));
}
#else
__OPTX_H __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
    return __optx_rounded_bfloat16(__fmaf_rn(__optx_number(a), __optx_number(b), __optx_number(c)));
}
__OPTX_H __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __optx_rounded_bfloat16(__fadd_rn(__optx_number(a), __optx_number(b)));
}
__OPTX_H __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __optx_rounded_bfloat16(__fsub_rn(__optx_number(a), __optx_number(b)));
}
__OPTX_H __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __optx_rounded_bfloat16(__fmul_rn(__optx_number(a), __optx_number(b)));
}
__OPTX_H __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
    return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
__OPTX_H __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hadd(a.x, b.x), __hadd(a.y, b.y)); }
__OPTX_H __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hsub(a.x, b.x), __hsub(a.y, b.y)); }
__OPTX_H __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmul(a.x, b.x), __hmul(a.y, b.y)); }
#endif
#if __OPTX_FTZ__
// Comparisons keep subnormals, which as floats would be taken for zero: magnitudes are compared as the integers that they are.
__OPTX_H float __optx_order(__nv_bfloat16 a) {
    unsigned m = a.__x & 0x7fffu;
    float f = m > 0x7f80u ? __uint_as_float(0x7fffffffu) : (float)m;
    return a.__x & 0x8000u ? -f : f;
}
__OPTX_H int __optx_rank_bf16(__nv_bfloat16 a) { int m = a.__x & 0x7fff; return a.__x & 0x8000u ? -1 - m : m; }
__OPTX_H __nv_bfloat16 __optx_chosen_bf16(__nv_bfloat16 a, __nv_bfloat16 b, bool first) {
    bool x = (a.__x & 0x7fffu) > 0x7f80u, y = (b.__x & 0x7fffu) > 0x7f80u;
    return __optx_raw_bfloat16(x && y ? 0x7fffu : x ? b.__x : y || first ? a.__x : b.__x);
}
__OPTX_H __nv_bfloat16 __optx_lesser(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __optx_chosen_bf16(a, b, __optx_rank_bf16(a) <= __optx_rank_bf16(b));
}
__OPTX_H __nv_bfloat16 __optx_larger(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __optx_chosen_bf16(a, b, __optx_rank_bf16(a) >= __optx_rank_bf16(b));
}
#else
__OPTX_H float __optx_order(__nv_bfloat16 a) { return __optx_number(a); }
__OPTX_H __nv_bfloat16 __optx_lesser(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __optx_rounded_bfloat16(fminf(__optx_number(a), __optx_number(b)));
}
__OPTX_H __nv_bfloat16 __optx_larger(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __optx_rounded_bfloat16(fmaxf(__optx_number(a), __optx_number(b)));
}
#endif
#if __OPTX_FTZ__
// Subnormal operands stay.
__OPTX_H float __optx_quotient_bfloat16(float x, float y) {
    float q;
    asm("div.rn.f32 %0, %1, %2;" : "=f"(q) : "f"(x), "f"(y));
    return q;
}
#else
__OPTX_H float __optx_quotient_bfloat16(float x, float y) { return x / y; }
#endif
__OPTX_HALF_ALIKE(__nv_bfloat16, __nv_bfloat162, bfloat16)
__OPTX_H __nv_bfloat162 h2div(__nv_bfloat162 a, __nv_bfloat162 b) { return __h2div(a, b); }
__OPTX_HALF_INTEGERS(__nv_bfloat16, bfloat16, bf16)
__OPTX_HALF_PARTS(__nv_bfloat16, __nv_bfloat162, bfloat16, bfloat162)
__OPTX_HALF_BITS(__nv_bfloat16, bfloat16, bfloat16)
__OPTX_HALF_SHUFFLES(__nv_bfloat16, __nv_bfloat162, bfloat16)
__OPTX_HALF_ARITHMETIC(__nv_bfloat16, __nv_bfloat162, bfloat16)
#if __CUDA_ARCH__ >= 800
__OPTX_HALF_FUSED(__nv_bfloat16, __nv_bfloat162, bfloat16)
#endif
#if __CUDA_ARCH__ >= 900
__OPTX_HALF_ATOMIC(__nv_bfloat16, bfloat16, bf16)
__OPTX_HALF_PAIR_ATOMIC(__nv_bfloat162, bfloat16, bf16)
#else
__OPTX_HALF_PAIR_EXCHANGE(__nv_bfloat162, bfloat16)
#if __CUDA_ARCH__ >= 700
__OPTX_HALF_EXCHANGE(__nv_bfloat16, bfloat16)
#endif
#endif
#if __CUDA_ARCH__ >= 750
__OPTX_HALF_UNARY(__nv_bfloat16, __nv_bfloat162, bfloat16, htanh, h2tanh, __tanhf(x))
#else
__OPTX_HALF_UNARY(__nv_bfloat16, __nv_bfloat162, bfloat16, htanh, h2tanh, tanhf(x))
#endif
#if __CUDA_ARCH__ >= 900
__OPTX_H __nv_bfloat16 htanh_approx(__nv_bfloat16 a) {
    unsigned short t;
    asm("tanh.approx.bf16 %0, %1;" : "=h"(t) : "h"(a.__x));
    return __optx_raw_bfloat16(t);
}
__OPTX_H __nv_bfloat162 h2tanh_approx(__nv_bfloat162 a) {
    unsigned t;
    asm("tanh.approx.bf16x2 %0, %1;" : "=r"(t) : "r"(__optx_word_bfloat16(a)));
    return __optx_pair_bfloat16(t);
}
#elif __CUDA_ARCH__ >= 750
__OPTX_HALF_UNARY(__nv_bfloat16, __nv_bfloat162, bfloat16, htanh_approx, h2tanh_approx, __tanhf(x))
#endif
#ifndef __CUDA_NO_BFLOAT16_OPERATORS__
__OPTX_HALF_OPERATORS(__nv_bfloat16, __nv_bfloat162)
__OPTX_HALF_STEPS(__nv_bfloat16, bfloat16)
#endif
#ifndef __CUDA_NO_BFLOAT162_OPERATORS__
__OPTX_HALF_PAIR_OPERATORS(__nv_bfloat16, __nv_bfloat162)
__OPTX_HALF_PAIR_STEPS(__nv_bfloat162, bfloat16)
#endif
#ifndef __CUDA_NO_HALF_CONVERSIONS__
__OPTX_H __half::__half(const __nv_bfloat16 f) { __x = __optx_f16_rn(__optx_number(f)); }
#endif

__OPTX_H __nv_bfloat16 __float2bfloat16(float f) { return __optx_raw_bfloat16(__optx_round_bf16(f)); }
__OPTX_H __nv_bfloat16 __float2bfloat16_rn(float f) { return __optx_raw_bfloat16(__optx_round_bf16(f)); }
__OPTX_H __nv_bfloat16 __float2bfloat16_rz(float f) { return __optx_raw_bfloat16(__optx_cut_bf16(f)); }
__OPTX_H __nv_bfloat16 __float2bfloat16_ru(float f) { return __optx_raw_bfloat16(__optx_ru_bf16(f)); }
__OPTX_H __nv_bfloat16 __float2bfloat16_rd(float f) { return __optx_raw_bfloat16(__optx_rd_bf16(f)); }
__OPTX_H __nv_bfloat16 __double2bfloat16(double f) { return __optx_raw_bfloat16(__optx_of_double_bf16(f)); }
__OPTX_H float __bfloat162float(__nv_bfloat16 h) { return __optx_number(h); }
__OPTX_H float2 __bfloat1622float2(__nv_bfloat162 h) { return make_float2(__bfloat162float(h.x), __bfloat162float(h.y)); }
__OPTX_H __nv_bfloat162 __float22bfloat162_rn(float2 f) { return __nv_bfloat162(__float2bfloat16(f.x), __float2bfloat16(f.y)); }
__OPTX_H __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __nv_bfloat162(__float2bfloat16(a), __float2bfloat16(b)); }
__OPTX_H __nv_bfloat162 __float2bfloat162_rn(float a) { return __nv_bfloat162(__float2bfloat16(a), __float2bfloat16(a)); }
#endif

#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__
#include <optx_half.h>

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
struct __nv_bfloat16 {
    unsigned short __x;
    __nv_bfloat16() = default;
    __OPTX_H __nv_bfloat16(float f) { __x = __optx_round_bf16(f); }
    __OPTX_H __nv_bfloat16(double f) { __x = __optx_round_bf16((float)f); }
    __OPTX_H __nv_bfloat16(int i) { __x = __optx_round_bf16((float)i); }
    __OPTX_H operator float() const { return __uint_as_float((unsigned)__x << 16); }
};
struct __align__(4) __nv_bfloat162 {
    __nv_bfloat16 x, y;
    __nv_bfloat162() = default;
    __OPTX_H __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { x = a; y = b; }
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

__OPTX_H __nv_bfloat16 __optx_raw_bf16(unsigned x) { __nv_bfloat16 h; h.__x = x; return h; }
__OPTX_H unsigned __optx_word_bf16(__nv_bfloat162 a) { return a.x.__x | (unsigned)a.y.__x << 16; }
__OPTX_H __nv_bfloat162 __optx_pair_bf16(unsigned x) { return __nv_bfloat162(__optx_raw_bf16(x & 0xffffu), __optx_raw_bf16(x >> 16)); }

#if __CUDA_ARCH__ >= 800
// Sums as a * 1 + b, products as a * b + -0: all that these targets have, and exact.
__OPTX_H __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return __optx_raw_bf16(__optx_fma_bf16(a.__x, b.__x, c.__x)); }
__OPTX_H __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) { return __optx_raw_bf16(__optx_fma_bf16(a.__x, 0x3f80u, b.__x)); }
__OPTX_H __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) { return __optx_raw_bf16(__optx_fma_bf16(b.__x, 0xbf80u, a.__x)); }
__OPTX_H __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) { return __optx_raw_bf16(__optx_fma_bf16(a.__x, b.__x, 0x8000u)); }
__OPTX_H __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return __optx_pair_bf16(__optx_fma_bf16x2(__optx_word_bf16(a), __optx_word_bf16(b), __optx_word_bf16(c))); }
__OPTX_H __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) { return __optx_pair_bf16(__optx_fma_bf16x2(__optx_word_bf16(a), 0x3f803f80u, __optx_word_bf16(b))); }
__OPTX_H __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) { return __optx_pair_bf16(__optx_fma_bf16x2(__optx_word_bf16(b), 0xbf80bf80u, __optx_word_bf16(a))); }
__OPTX_H __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) { return __optx_pair_bf16(__optx_fma_bf16x2(__optx_word_bf16(a), __optx_word_bf16(b), 0x80008000u)); }
#else
__OPTX_H __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return __nv_bfloat16(__fmaf_rn(float(a), float(b), float(c))); }
__OPTX_H __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__fadd_rn(float(a), float(b))); }
__OPTX_H __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__fsub_rn(float(a), float(b))); }
__OPTX_H __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__fmul_rn(float(a), float(b))); }
__OPTX_H __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
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
    return __optx_raw_bf16(x && y ? 0x7fffu : x ? b.__x : y || first ? a.__x : b.__x);
}
__OPTX_H __nv_bfloat16 __optx_lesser(__nv_bfloat16 a, __nv_bfloat16 b) { return __optx_chosen_bf16(a, b, __optx_rank_bf16(a) <= __optx_rank_bf16(b)); }
__OPTX_H __nv_bfloat16 __optx_larger(__nv_bfloat16 a, __nv_bfloat16 b) { return __optx_chosen_bf16(a, b, __optx_rank_bf16(a) >= __optx_rank_bf16(b)); }
#else
__OPTX_H float __optx_order(__nv_bfloat16 a) { return a; }
__OPTX_H __nv_bfloat16 __optx_lesser(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(fminf(float(a), float(b))); }
__OPTX_H __nv_bfloat16 __optx_larger(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(fmaxf(float(a), float(b))); }
#endif
__OPTX_HALF_ALIKE(__nv_bfloat16, __nv_bfloat162, __optx_raw_bf16)

__OPTX_H __nv_bfloat16 __float2bfloat16(float f) { return __optx_raw_bf16(__optx_round_bf16(f)); }
__OPTX_H __nv_bfloat16 __float2bfloat16_rn(float f) { return __optx_raw_bf16(__optx_round_bf16(f)); }
__OPTX_H __nv_bfloat16 __float2bfloat16_rz(float f) { return __optx_raw_bf16(__optx_cut_bf16(f)); }
__OPTX_H float __bfloat162float(__nv_bfloat16 h) { return __uint_as_float((unsigned)h.__x << 16); }
__OPTX_H float2 __bfloat1622float2(__nv_bfloat162 h) { return make_float2(__bfloat162float(h.x), __bfloat162float(h.y)); }
__OPTX_H __nv_bfloat162 __float22bfloat162_rn(float2 f) { return __nv_bfloat162(__float2bfloat16(f.x), __float2bfloat16(f.y)); }
__OPTX_H __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __nv_bfloat162(__float2bfloat16(a), __float2bfloat16(b)); }
__OPTX_H __nv_bfloat162 __float2bfloat162_rn(float a) { return __nv_bfloat162(__float2bfloat16(a), __float2bfloat16(a)); }
__OPTX_H __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__OPTX_H __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
__OPTX_H __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
__OPTX_H __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
__OPTX_H float __low2float(__nv_bfloat162 a) { return __bfloat162float(a.x); }
__OPTX_H float __high2float(__nv_bfloat162 a) { return __bfloat162float(a.y); }
__OPTX_H unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.__x; }
__OPTX_H __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) { return __optx_raw_bf16(x); }
__OPTX_H int __bfloat162int_rn(__nv_bfloat16 h) { return __float2int_rn(__bfloat162float(h)); }
__OPTX_H int __bfloat162int_rz(__nv_bfloat16 h) { return __float2int_rz(__bfloat162float(h)); }
#endif

#ifndef __OPTX_HALF_ARITHMETIC
// Sums, differences and products that are never contracted (`_rn`), extremes of which NaN is one, results clamped to 0..1
// (`_sat`), where NaN is 0, or from below to 0 (`_relu`), where NaN stays; complex products; tests of pairs (CUDA Math API, "Half
// Arithmetic Functions", "Half2 Comparison Functions").
#define __OPTX_HALF_EACH(T, T2, name, name2)                                 \
    __OPTX_H T2 name2(T2 a, T2 b) { return T2(name(a.x, b.x), name(a.y, b.y)); }
#define __OPTX_HALF_MASK(T2, name)                                           \
    __OPTX_H unsigned __h##name##2_mask(T2 a, T2 b) {                        \
        return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u); \
    }
#define __OPTX_HALF_MASKS(T2)                                                \
    __OPTX_HALF_MASK(T2, eq) __OPTX_HALF_MASK(T2, ne) __OPTX_HALF_MASK(T2, lt) __OPTX_HALF_MASK(T2, le) \
    __OPTX_HALF_MASK(T2, gt) __OPTX_HALF_MASK(T2, ge) __OPTX_HALF_MASK(T2, equ) __OPTX_HALF_MASK(T2, neu) \
    __OPTX_HALF_MASK(T2, ltu) __OPTX_HALF_MASK(T2, leu) __OPTX_HALF_MASK(T2, gtu) __OPTX_HALF_MASK(T2, geu)
#define __OPTX_HALF_ARITHMETIC(T, T2, N)                                     \
    __OPTX_H T __hadd_rn(T a, T b) { return __hadd(a, b); }                  \
    __OPTX_H T __hsub_rn(T a, T b) { return __hsub(a, b); }                  \
    __OPTX_H T __hmul_rn(T a, T b) { return __hmul(a, b); }                  \
    __OPTX_H T2 __hadd2_rn(T2 a, T2 b) { return __hadd2(a, b); }             \
    __OPTX_H T2 __hsub2_rn(T2 a, T2 b) { return __hsub2(a, b); }             \
    __OPTX_H T2 __hmul2_rn(T2 a, T2 b) { return __hmul2(a, b); }             \
    __OPTX_H T __hmax_nan(T a, T b) { return __hisnan(a) || __hisnan(b) ? __optx_raw_##N(0x7fffu) : __hmax(a, b); } \
    __OPTX_H T __hmin_nan(T a, T b) { return __hisnan(a) || __hisnan(b) ? __optx_raw_##N(0x7fffu) : __hmin(a, b); } \
    __OPTX_HALF_EACH(T, T2, __hmax_nan, __hmax2_nan)                         \
    __OPTX_HALF_EACH(T, T2, __hmin_nan, __hmin2_nan)                         \
    __OPTX_H T __optx_saturated(T a) { return __hgt(a, __optx_raw_##N(0)) ? __hmin(a, __optx_truth_##N(true)) : __optx_raw_##N(0); } \
    __OPTX_H T __hadd_sat(T a, T b) { return __optx_saturated(__hadd(a, b)); } \
    __OPTX_H T __hsub_sat(T a, T b) { return __optx_saturated(__hsub(a, b)); } \
    __OPTX_H T __hmul_sat(T a, T b) { return __optx_saturated(__hmul(a, b)); } \
    __OPTX_HALF_EACH(T, T2, __hadd_sat, __hadd2_sat)                         \
    __OPTX_HALF_EACH(T, T2, __hsub_sat, __hsub2_sat)                         \
    __OPTX_HALF_EACH(T, T2, __hmul_sat, __hmul2_sat)                         \
    __OPTX_H T2 __hisnan2(T2 a) { return T2(__optx_truth_##N(__hisnan(a.x)), __optx_truth_##N(__hisnan(a.y))); } \
    __OPTX_HALF_MASKS(T2)
// What needs a fused product.
#define __OPTX_HALF_FUSED(T, T2, N)                                          \
    __OPTX_H T __hfma_sat(T a, T b, T c) { return __optx_saturated(__hfma(a, b, c)); } \
    __OPTX_H T __hfma_relu(T a, T b, T c) { return __hmax_nan(__hfma(a, b, c), __optx_raw_##N(0)); } \
    __OPTX_H T2 __hfma2_sat(T2 a, T2 b, T2 c) { return T2(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)); } \
    __OPTX_H T2 __hfma2_relu(T2 a, T2 b, T2 c) { return T2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)); } \
    __OPTX_H T2 __hcmadd(T2 a, T2 b, T2 c) {                                 \
        return T2(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))); \
    }
#define __OPTX_HALF_STEPS(T, N)                                             \
    __OPTX_H T &operator++(T &a) { a = __hadd(a, __optx_truth_##N(true)); return a; } \
    __OPTX_H T &operator--(T &a) { a = __hsub(a, __optx_truth_##N(true)); return a; } \
    __OPTX_H T operator++(T &a, int) { T old = a; a = __hadd(a, __optx_truth_##N(true)); return old; } \
    __OPTX_H T operator--(T &a, int) { T old = a; a = __hsub(a, __optx_truth_##N(true)); return old; }
#define __OPTX_HALF_PAIR_STEPS(T2, N)                                        \
    __OPTX_H T2 &operator++(T2 &a) { a = __hadd2(a, T2(__optx_truth_##N(true), __optx_truth_##N(true))); return a; } \
    __OPTX_H T2 &operator--(T2 &a) { a = __hsub2(a, T2(__optx_truth_##N(true), __optx_truth_##N(true))); return a; } \
    __OPTX_H T2 operator++(T2 &a, int) { T2 old = a; a = __hadd2(a, T2(__optx_truth_##N(true), __optx_truth_##N(true))); return old; } \
    __OPTX_H T2 operator--(T2 &a, int) { T2 old = a; a = __hsub2(a, T2(__optx_truth_##N(true), __optx_truth_##N(true))); return old; } \
    __OPTX_H T2 operator+(T2 a) { return a; }                                \
    __OPTX_H T2 &operator/=(T2 &a, T2 b) { a = __h2div(a, b); return a; }    \
    __OPTX_H bool operator==(T2 a, T2 b) { return __hbeq2(a, b); }           \
    __OPTX_H bool operator!=(T2 a, T2 b) { return __hbneu2(a, b); }          \
    __OPTX_H bool operator<(T2 a, T2 b) { return __hblt2(a, b); }            \
    __OPTX_H bool operator<=(T2 a, T2 b) { return __hble2(a, b); }           \
    __OPTX_H bool operator>(T2 a, T2 b) { return __hbgt2(a, b); }            \
    __OPTX_H bool operator>=(T2 a, T2 b) { return __hbge2(a, b); }
#endif

#ifndef __OPTX_HALF_ALIKE
// Functions that half precision and bfloat16 have alike, for a type and its pair. Each has a number that is ordered as it is.
#define __OPTX_H __device__ __forceinline__
#define __OPTX_HALF_UNARY(T, T2, N, name, name2, expr)                       \
    __OPTX_H T name(T a) { float x = __optx_number(a); return __optx_rounded_##N(expr); } \
    __OPTX_H T2 name2(T2 a) { return T2(name(a.x), name(a.y)); }
#define __OPTX_HALF_COMPARE(T, T2, N, name, expr)                            \
    __OPTX_H bool __h##name(T a, T b) { float x = __optx_order(a), y = __optx_order(b); return expr; } \
    __OPTX_H bool __h##name##u(T a, T b) { float x = __optx_order(a), y = __optx_order(b); return x != x || y != y || (expr); } \
    __OPTX_H T2 __h##name##2(T2 a, T2 b) { return T2(__optx_truth_##N(__h##name(a.x, b.x)), __optx_truth_##N(__h##name(a.y, b.y))); } \
    __OPTX_H T2 __h##name##u2(T2 a, T2 b) {                                  \
        return T2(__optx_truth_##N(__h##name##u(a.x, b.x)), __optx_truth_##N(__h##name##u(a.y, b.y))); \
    }                                                                        \
    __OPTX_H bool __hb##name##2(T2 a, T2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); } \
    __OPTX_H bool __hb##name##u2(T2 a, T2 b) { return __h##name##u(a.x, b.x) && __h##name##u(a.y, b.y); }
#define __OPTX_HALF_ALIKE(T, T2, N)                                        \
    __OPTX_H T __hneg(T a) { return __optx_raw_##N(a.__x ^ 0x8000u); }       \
    __OPTX_H T __habs(T a) { return __optx_raw_##N(a.__x & 0x7fffu); }       \
    __OPTX_H T2 __hneg2(T2 a) { return T2(__hneg(a.x), __hneg(a.y)); }       \
    __OPTX_H T2 __habs2(T2 a) { return T2(__habs(a.x), __habs(a.y)); }       \
    __OPTX_H T __hdiv(T a, T b) { return __optx_rounded_##N(__optx_quotient_##N(__optx_number(a), __optx_number(b))); } \
    __OPTX_H T2 __h2div(T2 a, T2 b) { return T2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); } \
    __OPTX_H T __hmin(T a, T b) { return __optx_lesser(a, b); }              \
    __OPTX_H T __hmax(T a, T b) { return __optx_larger(a, b); }              \
    __OPTX_H T2 __hmin2(T2 a, T2 b) { return T2(__hmin(a.x, b.x), __hmin(a.y, b.y)); } \
    __OPTX_H T2 __hmax2(T2 a, T2 b) { return T2(__hmax(a.x, b.x), __hmax(a.y, b.y)); } \
    __OPTX_H bool __hisnan(T a) { float x = __optx_number(a); return x != x; } \
    __OPTX_H int __hisinf(T a) { float x = __optx_number(a); return x - x != 0 && x == x ? (x > 0 ? 1 : -1) : 0; } \
    __OPTX_HALF_COMPARE(T, T2, N, eq, x == y)                                \
    __OPTX_HALF_COMPARE(T, T2, N, ne, x < y || x > y)                        \
    __OPTX_HALF_COMPARE(T, T2, N, lt, x < y)                                 \
    __OPTX_HALF_COMPARE(T, T2, N, le, x <= y)                                \
    __OPTX_HALF_COMPARE(T, T2, N, gt, x > y)                                 \
    __OPTX_HALF_COMPARE(T, T2, N, ge, x >= y)                                \
    __OPTX_HALF_UNARY(T, T2, N, hexp, h2exp, expf(x))                        \
    __OPTX_HALF_UNARY(T, T2, N, hexp2, h2exp2, exp2f(x))                     \
    __OPTX_HALF_UNARY(T, T2, N, hexp10, h2exp10, __exp10f(x))                \
    __OPTX_HALF_UNARY(T, T2, N, hlog, h2log, logf(x))                        \
    __OPTX_HALF_UNARY(T, T2, N, hlog2, h2log2, log2f(x))                     \
    __OPTX_HALF_UNARY(T, T2, N, hlog10, h2log10, log10f(x))                  \
    __OPTX_HALF_UNARY(T, T2, N, hsin, h2sin, sinf(x))                        \
    __OPTX_HALF_UNARY(T, T2, N, hcos, h2cos, cosf(x))                        \
    __OPTX_HALF_UNARY(T, T2, N, hsqrt, h2sqrt, __fsqrt_rn(x))                \
    __OPTX_HALF_UNARY(T, T2, N, hrsqrt, h2rsqrt, rsqrtf(x))                  \
    __OPTX_HALF_UNARY(T, T2, N, hrcp, h2rcp, __frcp_rn(x))                   \
    __OPTX_HALF_UNARY(T, T2, N, hfloor, h2floor, floorf(x))                  \
    __OPTX_HALF_UNARY(T, T2, N, hceil, h2ceil, ceilf(x))                     \
    __OPTX_HALF_UNARY(T, T2, N, htrunc, h2trunc, truncf(x))                  \
    __OPTX_HALF_UNARY(T, T2, N, hrint, h2rint, rintf(x))
#define __OPTX_HALF_OPERATORS(T, T2)                                         \
    __OPTX_H T operator+(T a, T b) { return __hadd(a, b); }                  \
    __OPTX_H T operator-(T a, T b) { return __hsub(a, b); }                  \
    __OPTX_H T operator*(T a, T b) { return __hmul(a, b); }                  \
    __OPTX_H T operator/(T a, T b) { return __hdiv(a, b); }                  \
    __OPTX_H T operator-(T a) { return __hneg(a); }                          \
    __OPTX_H T operator+(T a) { return a; }                                  \
    __OPTX_H T &operator+=(T &a, T b) { a = __hadd(a, b); return a; }        \
    __OPTX_H T &operator-=(T &a, T b) { a = __hsub(a, b); return a; }        \
    __OPTX_H T &operator*=(T &a, T b) { a = __hmul(a, b); return a; }        \
    __OPTX_H T &operator/=(T &a, T b) { a = __hdiv(a, b); return a; }        \
    __OPTX_H bool operator==(T a, T b) { return __heq(a, b); }               \
    __OPTX_H bool operator!=(T a, T b) { return __hneu(a, b); }              \
    __OPTX_H bool operator<(T a, T b) { return __hlt(a, b); }                \
    __OPTX_H bool operator<=(T a, T b) { return __hle(a, b); }               \
    __OPTX_H bool operator>(T a, T b) { return __hgt(a, b); }                \
    __OPTX_H bool operator>=(T a, T b) { return __hge(a, b); }
#define __OPTX_HALF_PAIR_OPERATORS(T, T2)                                    \
    __OPTX_H T2 operator+(T2 a, T2 b) { return __hadd2(a, b); }              \
    __OPTX_H T2 operator-(T2 a, T2 b) { return __hsub2(a, b); }              \
    __OPTX_H T2 operator*(T2 a, T2 b) { return __hmul2(a, b); }              \
    __OPTX_H T2 operator/(T2 a, T2 b) { return __h2div(a, b); }              \
    __OPTX_H T2 operator-(T2 a) { return __hneg2(a); }                       \
    __OPTX_H T2 &operator+=(T2 &a, T2 b) { a = __hadd2(a, b); return a; }    \
    __OPTX_H T2 &operator-=(T2 &a, T2 b) { a = __hsub2(a, b); return a; }    \
    __OPTX_H T2 &operator*=(T2 &a, T2 b) { a = __hmul2(a, b); return a; }
#endif
#include <optx_half_class.h>
#include <optx_half_convert.h>
#include <optx_half_arithmetic.h>
#include <optx_half_memory.h>

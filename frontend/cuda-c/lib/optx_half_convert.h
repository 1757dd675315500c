#ifndef __OPTX_HALF_INTEGERS
// Conversions between integers and half precision or bfloat16 with each direction of rounding (CUDA Math API, "Half Precision
// Conversion and Data Movement"). Two roundings in one direction, to a float and on, are one. Results of integer types are
// clamped to them.
#define __OPTX_HALF_OF(T, N, P, of, type, from, m)                           \
    __OPTX_H T __##of##2##N##_##m(type v) { return __optx_raw_##N(__optx_##m##_##P(__##from##2float_##m(v))); }
#define __OPTX_HALF_OF_DIRECTED(T, N, P, m)                                  \
    __OPTX_HALF_OF(T, N, P, short, short, int, m)                            \
    __OPTX_HALF_OF(T, N, P, ushort, unsigned short, uint, m)                 \
    __OPTX_HALF_OF(T, N, P, int, int, int, m)                                \
    __OPTX_HALF_OF(T, N, P, uint, unsigned, uint, m)                         \
    __OPTX_HALF_OF(T, N, P, ll, long long, ll, m)                            \
    __OPTX_HALF_OF(T, N, P, ull, unsigned long long, ull, m)
#define __OPTX_HALF_TO(T, N, m, value)                                       \
    __OPTX_H short __##N##2short_##m(T h) { return (short)__optx_within(__float2int_##m(value(h.__x)), -32768, 32767); } \
    __OPTX_H unsigned short __##N##2ushort_##m(T h) { return (unsigned short)__optx_within(__float2int_##m(value(h.__x)), 0, 65535); } \
    __OPTX_H int __##N##2int_##m(T h) { return __float2int_##m(value(h.__x)); } \
    __OPTX_H unsigned __##N##2uint_##m(T h) { return __float2uint_##m(value(h.__x)); } \
    __OPTX_H long long __##N##2ll_##m(T h) { return __float2ll_##m(value(h.__x)); } \
    __OPTX_H unsigned long long __##N##2ull_##m(T h) { return __float2ull_##m(value(h.__x)); }
#define __OPTX_HALF_INTEGERS(T, N, P)                                        \
    __OPTX_H T __short2##N##_rn(short i) { return __optx_raw_##N(__optx_of_int_##P(i)); } \
    __OPTX_H T __ushort2##N##_rn(unsigned short i) { return __optx_raw_##N(__optx_of_int_##P(i)); } \
    __OPTX_H T __int2##N##_rn(int i) { return __optx_raw_##N(__optx_of_int_##P(i)); } \
    __OPTX_H T __uint2##N##_rn(unsigned i) { return __optx_raw_##N(__optx_of_uint_##P(i)); } \
    __OPTX_H T __ll2##N##_rn(long long i) { return __optx_raw_##N(__optx_of_ll_##P(i)); } \
    __OPTX_H T __ull2##N##_rn(unsigned long long i) { return __optx_raw_##N(__optx_of_ull_##P(i)); } \
    __OPTX_HALF_OF_DIRECTED(T, N, P, rz)                                     \
    __OPTX_HALF_OF_DIRECTED(T, N, P, rd)                                     \
    __OPTX_HALF_OF_DIRECTED(T, N, P, ru)                                     \
    __OPTX_HALF_TO(T, N, rn, __optx_value_##P)                               \
    __OPTX_HALF_TO(T, N, rz, __optx_value_##P)                               \
    __OPTX_HALF_TO(T, N, rd, __optx_end_##P)                                 \
    __OPTX_HALF_TO(T, N, ru, __optx_end_##P)                                 \
    __OPTX_H signed char __##N##2char_rz(T h) { return (signed char)__optx_within(__float2int_rz(__optx_value_##P(h.__x)), -128, 127); } \
    __OPTX_H unsigned char __##N##2uchar_rz(T h) { return (unsigned char)__optx_within(__float2int_rz(__optx_value_##P(h.__x)), 0, 255); }

// Parts of pairs, and the bits.
#define __OPTX_HALF_PARTS(T, T2, N, N2)                                      \
    __OPTX_H T2 __halves2##N2(T a, T b) { return T2(a, b); }                 \
    __OPTX_H T2 __##N##2##N2(T a) { return T2(a, a); }                       \
    __OPTX_H T2 make_##N2(T a, T b) { return T2(a, b); }                     \
    __OPTX_H T __low2##N(T2 a) { return a.x; }                               \
    __OPTX_H T __high2##N(T2 a) { return a.y; }                              \
    __OPTX_H float __low2float(T2 a) { return __optx_number(a.x); }          \
    __OPTX_H float __high2float(T2 a) { return __optx_number(a.y); }         \
    __OPTX_H T2 __low2##N2(T2 a) { return T2(a.x, a.x); }                    \
    __OPTX_H T2 __high2##N2(T2 a) { return T2(a.y, a.y); }                   \
    __OPTX_H T2 __lows2##N2(T2 a, T2 b) { return T2(a.x, b.x); }             \
    __OPTX_H T2 __highs2##N2(T2 a, T2 b) { return T2(a.y, b.y); }            \
    __OPTX_H T2 __lowhigh2highlow(T2 a) { return T2(a.y, a.x); }
#define __OPTX_HALF_BITS(T, W, N)                                            \
    __OPTX_H unsigned short __##W##_as_ushort(T a) { return a.__x; }         \
    __OPTX_H short __##W##_as_short(T a) { return (short)a.__x; }            \
    __OPTX_H T __ushort_as_##W(unsigned short x) { return __optx_raw_##N(x); } \
    __OPTX_H T __short_as_##W(short x) { return __optx_raw_##N((unsigned short)x); }
#endif

#ifndef __OPTX_HALF_CONVERSIONS
// Members of the classes `__half` and `__nv_bfloat16` that convert, and the functions of pairs that only name parts (CUDA Math API, "Half
// Precision Conversion and Data Movement", "Bfloat16 Precision Conversion and Data Movement"). P is the end of the names of functions of
// bits: __optx_of_float_P and its kin round to nearest, __optx_value_P is the value as a float.
__OPTX_H int __optx_within(int x, int least, int largest) { return x < least ? least : x > largest ? largest : x; }
// What stands for a number of more digits where it is rounded further: toward zero, and odd where that was not exact.
__OPTX_H float __optx_odd(float toward_zero, bool exact) {
    return exact ? toward_zero : __uint_as_float(__float_as_uint(toward_zero) | 1u);
}

#define __OPTX_HALF_FROM(T, P, type, of)                                     \
    __OPTX_H T(type v) { __x = __optx_of_##of##_##P(v); }
#define __OPTX_HALF_ASSIGN(T, P, type, of)                                   \
    __OPTX_H T &operator=(type v) { __x = __optx_of_##of##_##P(v); return *this; }
#define __OPTX_HALF_CONVERSIONS(T, P)                                        \
    __OPTX_HALF_FROM(T, P, float, float)                                     \
    __OPTX_HALF_FROM(T, P, double, double)                                   \
    __OPTX_HALF_FROM(T, P, short, int)                                       \
    __OPTX_HALF_FROM(T, P, unsigned short, int)                              \
    __OPTX_HALF_FROM(T, P, int, int)                                         \
    __OPTX_HALF_FROM(T, P, unsigned, uint)                                   \
    __OPTX_HALF_FROM(T, P, long, ll)                                         \
    __OPTX_HALF_FROM(T, P, unsigned long, ull)                               \
    __OPTX_HALF_FROM(T, P, long long, ll)                                    \
    __OPTX_HALF_FROM(T, P, unsigned long long, ull)                          \
    __OPTX_HALF_ASSIGN(T, P, float, float)                                   \
    __OPTX_HALF_ASSIGN(T, P, double, double)                                 \
    __OPTX_HALF_ASSIGN(T, P, short, int)                                     \
    __OPTX_HALF_ASSIGN(T, P, unsigned short, int)                            \
    __OPTX_HALF_ASSIGN(T, P, int, int)                                       \
    __OPTX_HALF_ASSIGN(T, P, unsigned, uint)                                 \
    __OPTX_HALF_ASSIGN(T, P, long long, ll)                                  \
    __OPTX_HALF_ASSIGN(T, P, unsigned long long, ull)                        \
    __OPTX_H operator float() const { return __optx_value_##P(__x); }        \
    __OPTX_H operator signed char() const { return (signed char)__optx_within(__float2int_rz(__optx_value_##P(__x)), -128, 127); } \
    __OPTX_H operator unsigned char() const { return (unsigned char)__optx_within(__float2int_rz(__optx_value_##P(__x)), 0, 255); } \
    __OPTX_H operator char() const { return (char)__optx_within(__float2int_rz(__optx_value_##P(__x)), -128, 127); } \
    __OPTX_H operator short() const { return (short)__optx_within(__float2int_rz(__optx_value_##P(__x)), -32768, 32767); } \
    __OPTX_H operator unsigned short() const { return (unsigned short)__optx_within(__float2int_rz(__optx_value_##P(__x)), 0, 65535); } \
    __OPTX_H operator int() const { return __float2int_rz(__optx_value_##P(__x)); } \
    __OPTX_H operator unsigned() const { return __float2uint_rz(__optx_value_##P(__x)); } \
    __OPTX_H operator long() const { return __float2ll_rz(__optx_value_##P(__x)); } \
    __OPTX_H operator unsigned long() const { return __float2ull_rz(__optx_value_##P(__x)); } \
    __OPTX_H operator long long() const { return __float2ll_rz(__optx_value_##P(__x)); } \
    __OPTX_H operator unsigned long long() const { return __float2ull_rz(__optx_value_##P(__x)); } \
    __OPTX_H operator bool() const { return (__x & 0x7fffu) != 0; }
#define __OPTX_HALF_RAW(T, R)                                                \
    __OPTX_H T(const R &r) { __x = r.x; }                                    \
    __OPTX_H T &operator=(const R &r) { __x = r.x; return *this; }           \
    __OPTX_H volatile T &operator=(const R &r) volatile { __x = r.x; return *this; } \
    __OPTX_H volatile T &operator=(const volatile R &r) volatile { __x = r.x; return *this; } \
    __OPTX_H operator R() const { R r; r.x = __x; return r; }                \
    __OPTX_H operator R() const volatile { R r; r.x = __x; return r; }
#define __OPTX_HALF_PAIR_RAW(T2, R2)                                         \
    __OPTX_H T2(const R2 &r) { x.__x = r.x; y.__x = r.y; }                   \
    __OPTX_H T2 &operator=(const R2 &r) { x.__x = r.x; y.__x = r.y; return *this; } \
    __OPTX_H operator R2() const { R2 r; r.x = x.__x; r.y = y.__x; return r; }
#endif

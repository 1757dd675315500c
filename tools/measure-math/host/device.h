// What the device library uses of CUDA, for the host: every operation below is rounded as its name says, and the
// compiler is told to contract nothing.
#pragma once
#include <math.h>
#include <stdint.h>
#include <string.h>

#define __device__
#define __host__
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))

template <class To, class From> static inline To bits(From v) {
  static_assert(sizeof(To) == sizeof(From), "one size");
  To r;
  memcpy(&r, &v, sizeof r);
  return r;
}

static inline double __dadd_rn(double a, double b) { return a + b; }
static inline double __dsub_rn(double a, double b) { return a - b; }
static inline double __dmul_rn(double a, double b) { return a * b; }
static inline double __ddiv_rn(double a, double b) { return a / b; }
static inline double __drcp_rn(double a) { return 1.0 / a; }
static inline double __dsqrt_rn(double a) { return sqrt(a); }
static inline float __fadd_rn(float a, float b) { return a + b; }
static inline float __fsub_rn(float a, float b) { return a - b; }
static inline float __fmul_rn(float a, float b) { return a * b; }
static inline float __fdiv_rn(float a, float b) { return a / b; }
static inline float __frcp_rn(float a) { return 1.0f / a; }
static inline float __fsqrt_rn(float a) { return sqrtf(a); }
// The device's first guesses, at the exact value or at either end of the error that is documented for them: what the
// emulator does as `exact`, `low` and `high` (0, -1, 1). The first guess of an evaluation lies at one end, all others at another.
static struct Guesses {
  int made = 0;
  double next = 0, others = 0;
} guesses;
static inline double guess_end() {
  double end = guesses.next;
  guesses.next = guesses.others, guesses.made++;
  return end;
}
static inline float flushed(float x) { return fabsf(x) < 0x1p-126f ? copysignf(0, x) : x; }
static inline double flushed(double x) { return fabs(x) < 0x1p-1022 ? copysign(0, x) : x; }
static inline double unit_at(float size) { return (double)bits<float>(bits<uint32_t>(size) + 1) - size; }
// A float guess, not flushed: within `bound` of the exact value, or within a unit where that is 0; rounding takes half a unit
// of it.
static inline float guess_within(double exact, double bound) {
  float r = (float)exact;
  double end = guess_end();
  if (end == 0 || !(fabsf(r) < INFINITY) || r == 0) return r;
  if (bound == 0) bound = unit_at(fabsf(r));
  double inside = bound - unit_at((float)(fabs(exact) + bound)) * 0.5;
  return (float)(exact + end * (inside > 0 ? inside : 0));
}
static inline float guess_near(double exact, double relative) { return guess_within(exact, fabs(exact) * relative); }
// A float guess that many numbers from the correctly rounded value, not flushed.
static inline float guess_numbers(double exact, int numbers) {
  float r = (float)exact;
  int end = (int)guess_end(), size = bits<int>(fabsf(r)) + (r < 0 ? -end : end) * numbers;
  return !(fabsf(r) < INFINITY) || r == 0 || size <= 0 || size >= 0x7f800000 ? r : copysignf(bits<float>(size), r);
}
// A guess at a power of two; whole powers are exact, and so are 0 and infinity (which exp2 takes long for).
static inline float guess_power(float x) {
  if (fabsf(x) > 200) return guess_end(), x > 0 ? INFINITY : 0;
  float r = guess_numbers(exp2((double)x), 2);
  return x == truncf(x) ? (float)exp2((double)x) : r;
}
// One at a logarithm to base 2.
static inline float guess_log(float x) {
  double exact = log2((double)x);
  if (x == 1) return guess_end(), 0;
  return x >= 0.5f && x < 2 ? guess_within(exact, 0x1p-22) : guess_numbers(exact, 2);
}
static const double rsqrt_error = 0x1.125fbee250669p-23; // 2^-22.9
static inline float __optx_ex2f(float x) { return flushed(guess_power(flushed(x))); }
static inline float __optx_lg2f(float x) { return flushed(guess_log(flushed(x))); }
static inline float __optx_rcpf(float x) { return flushed(guess_near(1.0 / (double)flushed(x), 0)); }
static inline float __optx_rsqrtf(float x) { return flushed(guess_near(1.0 / sqrt((double)flushed(x)), rsqrt_error)); }
// A double guess: the high words of operand and result.
static inline double high_word(double x) { return x != x ? x : bits<double>(bits<uint64_t>(x) & ~0xffffffffull); }
static inline double guess_high(double y) {
  double moved = y * (1.0 + guess_end() * 0x1p-19);
  return fabs(y) < INFINITY && y != 0 ? flushed(high_word(moved)) : y;
}
static inline double __optx_rcp(double x) { return guess_high(1.0 / flushed(high_word(x))); }
static inline double __optx_rsqrt(double x) { return guess_high(1.0 / sqrt(flushed(high_word(x)))); }
static inline double __longlong_as_double(long long x) { return bits<double>(x); }
static inline long long __double_as_longlong(double x) { return bits<long long>(x); }
static inline double __hiloint2double(int high, int low) {
  return bits<double>((uint64_t)(uint32_t)high << 32 | (uint32_t)low);
}
static inline int __double2hiint(double x) { return (int)(bits<uint64_t>(x) >> 32); }
static inline int __double2loint(double x) { return (int)bits<uint64_t>(x); }
static inline float __int_as_float(int x) { return bits<float>(x); }
static inline float __uint_as_float(unsigned x) { return bits<float>(x); }
static inline int __float_as_int(float x) { return bits<int>(x); }
static inline unsigned __float_as_uint(float x) { return bits<unsigned>(x); }
// PTX saturates where C leaves the result open; a NaN is 0 (32 bits of a float) or the smallest (64 bits).
static inline int __double2int_rn(double x) {
  return x != x ? INT32_MIN : x <= -0x1p31 ? INT32_MIN : x >= 0x1p31 - 0.5 ? INT32_MAX : (int)rint(x);
}
static inline long long __double2ll_rn(double x) {
  return x != x || x <= -0x1p63 ? INT64_MIN : x >= 0x1p63 ? INT64_MAX : (long long)rint(x);
}
static inline long long __double2ll_rz(double x) {
  return x != x || x <= -0x1p63 ? INT64_MIN : x >= 0x1p63 ? INT64_MAX : (long long)x;
}
static inline int __float2int_rn(float x) {
  return x != x ? 0 : x <= -0x1p31f ? INT32_MIN : x >= 0x1p31f ? INT32_MAX : (int)rintf(x);
}
static inline long long __float2ll_rn(float x) { return __double2ll_rn(x); }
static inline float __double2float_rn(double x) { return (float)x; }
static inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((uint64_t)a * b >> 32); }
static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return (unsigned long long)((unsigned __int128)a * b >> 64);
}
static inline int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
static inline int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
static inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  shift &= 31;
  return shift ? high << shift | low >> (32 - shift) : high;
}
static inline int __float2int_rz(float x) {
  return x != x ? 0 : x <= -0x1p31f ? INT32_MIN : x >= 0x1p31f ? INT32_MAX : (int)x;
}
static inline int __double2int_rz(double x) {
  return x != x ? INT32_MIN : x <= -0x1p31 ? INT32_MIN : x >= 0x1p31 ? INT32_MAX : (int)x;
}

// Functions that are instructions, or made of a few by the compiler.
namespace library {
template <class T> static inline T larger(T x, T y) {
  return x != x ? y : y != y ? x : x < y || (x == y && signbit(x)) ? y : x;
}
static inline float fmaxf(float x, float y) { return larger(x, y); }
static inline float fminf(float x, float y) { return -larger(-x, -y); }
static inline double fmax(double x, double y) { return larger(x, y); }
static inline double fmin(double x, double y) { return -larger(-x, -y); }
static inline float exp2f(float x) { return guess_power(x); }
static inline float rsqrtf(float x) { return guess_near(1.0 / ::sqrt((double)x), rsqrt_error); }
static inline long long lroundf(float x) { return __double2ll_rz(::roundf(x)); }
static inline long long lround(double x) { return __double2ll_rz(::round(x)); }
static inline long long lrintf(float x) { return __double2ll_rz(::rintf(x)); }
static inline long long lrint(double x) { return __double2ll_rz(::rint(x)); }
// The fast intrinsics, and what options make of quotients and roots.
static inline float __log2f(float x) { return guess_log(x); }
// `digits` up to pi, `more` to two pi. A cosine's 20.42 there and a quotient's two numbers are as the emulator has them, of an H100.
static inline double guess_of_angle(float x, double digits, double more) {
  return ::exp2(-(fabsf(x) <= 0x1.921fb6p1f ? digits : fabsf(x) <= 0x1.921fb6p2f ? more : 14.7));
}
static inline float __sinf(float x) { return guess_within(::sin((double)x), guess_of_angle(x, 21.41, 20.5)); }
static inline float __cosf(float x) {
  if (x == 0) return guess_end(), 1;
  return guess_within(::cos((double)x), guess_of_angle(x, 21.19, 20.42));
}
static inline float __tanhf(float x) { return guess_near(::tanh((double)x), 0x1p-11 * 0.999); }
static inline float __expf(float x) { return guess_power(x * (float)M_LOG2E); }
static inline float __exp10f(float x) { return guess_power(x * (float)3.32192809488736234787); }
static inline float __logf(float x) { return __log2f(x) * (float)M_LN2; }
static inline float __log10f(float x) { return __log2f(x) * (float)0.301029995663981195214; }
static inline float full_quotient(float x, float y) { return guess_numbers((double)x / y, 2); }
static inline float __fdividef(float x, float y) {
  if (!(fabsf(y) > 0x1p126f && fabsf(y) < INFINITY)) return full_quotient(x, y);
  return guess_end(), fabsf(x) < INFINITY ? copysignf(0, x) * copysignf(1, y) : NAN;
}
static inline float short_reciprocal(float x) { return guess_near(1.0 / (double)x, 0); }
static inline float short_root(float x) { return guess_within(::sqrt((double)x), 0); }
}

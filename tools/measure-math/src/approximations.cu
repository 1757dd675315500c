// How far an approximate instruction lies from the exact value, and whether it treats special operands as documented.
//
// What comes before this text, written by approximations.rs, says which instruction it is:
//   F32, PAIR (two floats), HIGH (high words of doubles), F16 or BF16    its operands
//   INSTRUCTION            its name, a string
//   FLUSHES                1 where subnormals are zeros
//   EXACT                  the exact value, an expression of the doubles x (and y)
//   SPECIAL(x, y)          what is documented of special operands: one of the functions below
//   CLAIMS(C)              C(number, condition, measure) for each claim: where it is made, and of which error
// Doubles are the reference: this library's own functions, good to about their last place, or IEEE operations.

typedef unsigned long long u64;

#if defined(HIGH)
typedef double Number;
#define DIGITS 53
#define LEAST (-1022)
#define LIMIT 1024
#elif defined(F16)
typedef unsigned short Number;
#define DIGITS 11
#define LEAST (-14)
#define LIMIT 16
#elif defined(BF16)
typedef unsigned short Number;
#define DIGITS 8
#define LEAST (-126)
#define LIMIT 128
#else
typedef float Number;
#define DIGITS 24
#define LEAST (-126)
#define LIMIT 128
#endif

static __device__ double power(int k) { return __longlong_as_double((long long)(1023 + k) << 52); }
static __device__ double infinity() { return __longlong_as_double(0x7ff0000000000000LL); }
static __device__ bool negative(double v) { return __double_as_longlong(v) < 0; }
static __device__ bool finite(double v) { return fabs(v) < infinity(); }

#if defined(F16) || defined(BF16)
static __device__ Number approximate(Number a, Number b) {
  Number r;
  asm(INSTRUCTION " %0, %1;" : "=h"(r) : "h"(a));
  return r;
}
static __device__ u64 bits(Number v) { return v; }
static __device__ double value(Number v) {
#if defined(F16)
  float f;
  asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(v));
  return f;
#else
  return __uint_as_float((unsigned)v << 16);
#endif
}
#elif defined(HIGH)
static __device__ Number approximate(Number a, Number b) {
  Number r;
  asm(INSTRUCTION " %0, %1;" : "=d"(r) : "d"(a));
  return r;
}
static __device__ u64 bits(Number v) { return (u64)__double_as_longlong(v); }
static __device__ double value(Number v) { return v; }
#else
static __device__ Number approximate(Number a, Number b) {
  Number r;
#if defined(PAIR)
  asm(INSTRUCTION " %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
#else
  asm(INSTRUCTION " %0, %1;" : "=f"(r) : "f"(a));
#endif
  return r;
}
static __device__ u64 bits(Number v) { return __float_as_uint(v); }
static __device__ double value(Number v) { return v; }
#endif

// What is documented of an operand: the usual error, nothing, or a result.
enum { USUAL, OPEN, IS_NAN, PLUS_ZERO, MINUS_ZERO, ANY_ZERO, PLUS_INF, MINUS_INF, ANY_INF, PLUS_ONE, MINUS_ONE };

static __device__ bool is(int wanted, double got) {
  bool zero = got == 0.0, inf = fabs(got) == infinity();
  switch (wanted) {
    case IS_NAN: return got != got;
    case PLUS_ZERO: return zero && !negative(got);
    case MINUS_ZERO: return zero && negative(got);
    case ANY_ZERO: return zero;
    case PLUS_INF: return inf && got > 0;
    case MINUS_INF: return inf && got < 0;
    case ANY_INF: return inf;
    case PLUS_ONE: return got == 1.0;
    case MINUS_ONE: return got == -1.0;
  }
  return true;
}

// The manual's tables. Of negative subnormals that are no zeros they say nothing.
static __device__ int of_reciprocal(double x, double y) {
  if (x != x) return IS_NAN;
  if (!finite(x)) return x > 0 ? PLUS_ZERO : MINUS_ZERO;
  return x != 0 ? USUAL : negative(x) ? MINUS_INF : PLUS_INF;
}
static __device__ int of_root(double x, double y) {
  if (x != x || x <= -power(LEAST)) return IS_NAN;
  if (x < 0) return OPEN;
  if (x == 0) return negative(x) ? MINUS_ZERO : PLUS_ZERO;
  return finite(x) ? USUAL : PLUS_INF;
}
static __device__ int of_reciprocal_root(double x, double y) {
  if (x != x || x <= -power(LEAST)) return IS_NAN;
  if (x < 0) return OPEN;
  if (x == 0) return negative(x) ? MINUS_INF : PLUS_INF;
  return finite(x) ? USUAL : PLUS_ZERO;
}
static __device__ int of_sine(double x, double y) {
  if (!finite(x)) return IS_NAN;
  return x != 0 ? USUAL : negative(x) ? MINUS_ZERO : PLUS_ZERO;
}
static __device__ int of_cosine(double x, double y) { return !finite(x) ? IS_NAN : x == 0 ? PLUS_ONE : USUAL; }
static __device__ int of_logarithm(double x, double y) {
  if (x != x || x <= -power(LEAST)) return IS_NAN;
  if (x < 0) return OPEN;
  return x == 0 ? MINUS_INF : finite(x) ? USUAL : PLUS_INF;
}
static __device__ int of_power(double x, double y) {
  if (x != x) return IS_NAN;
  if (!finite(x)) return x > 0 ? PLUS_INF : PLUS_ZERO;
  return x == 0 ? PLUS_ONE : USUAL;
}
static __device__ int of_tangent(double x, double y) {
  if (x != x) return IS_NAN;
  if (!finite(x)) return x > 0 ? PLUS_ONE : MINUS_ONE;
  return x != 0 ? USUAL : negative(x) ? MINUS_ZERO : PLUS_ZERO;
}
// An infinity by an infinity and zero by zero are not in the manual.
static __device__ int of_full_quotient(double x, double y) {
  if (x != x || y != y) return IS_NAN;
  if (!finite(y)) return finite(x) ? ANY_ZERO : OPEN;
  if (!finite(x)) return ANY_INF;
  return y != 0 ? USUAL : x != 0 ? ANY_INF : OPEN;
}
static __device__ int of_quotient(double x, double y) {
  bool flushed = fabs(y) > power(126) && finite(y);
  if (flushed && x == x) return finite(x) ? ANY_ZERO : IS_NAN;
  return of_full_quotient(x, y);
}

static __device__ double flushed(double v) { return FLUSHES && fabs(v) < power(LEAST) ? (negative(v) ? -0.0 : 0.0) : v; }

// Beyond the largest number the format goes on for one.
static __device__ double clipped(double v) {
#if defined(HIGH)
  return v;
#else
  return v > power(LIMIT) ? power(LIMIT) : v < -power(LIMIT) ? -power(LIMIT) : v;
#endif
}

static __device__ double relative_error(double got, double exact) {
  return got == exact ? 0.0 : fabs(got - exact) / fabs(exact);
}
static __device__ double absolute_error(double got, double exact) { return fabs(got - exact); }
// In units of the last place of the exact value.
static __device__ double ulp_error(double got, double exact) {
  int k = (int)((u64)__double_as_longlong(exact) >> 52 & 0x7ff) - 1023;
  return fabs(got - exact) / power((k < LEAST ? LEAST : k) - (DIGITS - 1));
}
// In numbers of the format from the correctly rounded one. Where subnormals are zeros the least number follows on zero.
static __device__ long long order(float v) {
  unsigned b = __float_as_uint(v), size = b & 0x7fffffff;
  if (FLUSHES) size = size < 0x800000 ? 0 : size - 0x7fffff;
  return b >> 31 ? -(long long)size : (long long)size;
}
static __device__ double number_error(double got, double exact) {
  return fabs((double)(order((float)got) - order((float)exact)));
}

// The error that a claim is about; below zero where it makes none.
static __device__ double error_of(int claim, double x, double y, double got) {
  double exact = clipped(EXACT);
  got = clipped(got);
  // Flushing moves what is near the least number to it or to zero.
  if (FLUSHES && got == 0 && fabs(exact) <= power(LEAST)) return 0;
  double error = -1;
#define C(number, condition, measure) if (claim == number && (condition)) error = measure(got, exact);
  CLAIMS(C)
#undef C
  // Where there is no claim the error stays below zero; no number is as far off as can be.
  return error != error || (got != got && error >= 0) ? infinity() : error;
}

struct Found {
  double error;
  u64 x, y, result, measured, wrong, wrong_x, wrong_y, wrong_result;
};

static __device__ void look(Found *found, int claim, Number a, Number b) {
  Number r = approximate(a, b);
  double x = flushed(value(a)), y = flushed(value(b)), got = value(r);
  int wanted = SPECIAL(x, y);
  bool right = is(wanted, got);
#if defined(HIGH)
  right = right && (got != got || (unsigned)bits(r) == 0);
#endif
  if (!right && found->wrong++ == 0) found->wrong_x = bits(a), found->wrong_y = bits(b), found->wrong_result = bits(r);
  if (wanted != USUAL) return;
  double error = error_of(claim, x, y, got);
  if (error < 0) return;
  found->measured++;
  if (error > found->error) found->error = error, found->x = bits(a), found->y = bits(b), found->result = bits(r);
}

// Operands that every run looks at, as a float or the high word of a double: zero, the least and largest subnormals, the least
// normal, one, two, the bounds of short quotients, the largest, infinity, NaN. Signs come on top.
#if defined(HIGH)
static __device__ const unsigned chosen[16] = {0, 1, 0xfffff, 0x100000, 0x3ff00000, 0x40000000, 0x3ff80000, 0x3fefffff,
    0x7fd00000, 0x7fd00001, 0x7fe00000, 0x7fefffff, 0x7ff00000, 0x7ff80000, 0x00200000, 0x40080000};
#elif defined(F16)
static __device__ const unsigned chosen[16] = {0, 1, 0x3ff, 0x400, 0x3c00, 0x4000, 0x3e00, 0x3bff, 0x7800, 0x7801, 0x7a00, 0x7bff,
    0x7c00, 0x7e00, 0x0800, 0x4200};
#elif defined(BF16)
static __device__ const unsigned chosen[16] = {0, 1, 0x7f, 0x80, 0x3f80, 0x4000, 0x3fc0, 0x3f7f, 0x7e80, 0x7e81, 0x7f00, 0x7f7f,
    0x7f80, 0x7fc0, 0x0100, 0x4040};
#else
static __device__ const unsigned chosen[16] = {0, 1, 0x7fffff, 0x800000, 0x3f800000, 0x40000000, 0x3fc00000, 0x3f7fffff,
    0x7e800000, 0x7e800001, 0x7f000000, 0x7f7fffff, 0x7f800000, 0x7fc00000, 0x01000000, 0x40400000};
#endif
#if defined(F16) || defined(BF16)
#define SIGN 15
#else
#define SIGN 31
#endif
static __device__ unsigned chosen_one(unsigned k) { return chosen[k >> 1 & 15] | (k & 1) << SIGN; }

// Steele, Lea and Flood: SplitMix64.
static __device__ u64 mixed(u64 k) {
  u64 z = (k + 1) * 0x9e3779b97f4a7c15ULL;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
  return z ^ z >> 31;
}

// Operands number `first` to `last`, exclusive, of `count` and the chosen ones after them: one from each `step` following
// ones of the format, at random; pairs are all at random. Each thread writes what it found.
extern "C" __global__ void measure(Found *out, u64 first, u64 last, u64 step, u64 count, int claim) {
  u64 thread = (u64)blockIdx.x * blockDim.x + threadIdx.x, threads = (u64)gridDim.x * blockDim.x;
  Found found = {-1.0, 0, 0, 0, 0, 0, 0, 0, 0};
  for (u64 i = first + thread; i < last; i += threads) {
    u64 random = mixed(i);
    unsigned k = i < count ? 0 : (unsigned)(i - count);
#if defined(PAIR)
    unsigned a = i < count ? (unsigned)random : chosen_one(k >> 5), b = i < count ? (unsigned)(random >> 32) : chosen_one(k);
    look(&found, claim, __uint_as_float(a), __uint_as_float(b));
#else
    unsigned a = i < count ? (unsigned)(i * step + random % step) : chosen_one(k);
#if defined(HIGH)
    // Of an infinity's high word the low one makes a NaN.
    unsigned low = (a & 0x7fffffff) == 0x7ff00000 ? 0 : 0xffffffff;
    double with = __hiloint2double((int)a, (int)low), without = __hiloint2double((int)a, 0);
    look(&found, claim, without, without);
    look(&found, claim, with, with);
#elif defined(F16) || defined(BF16)
    look(&found, claim, (Number)a, (Number)a);
#else
    look(&found, claim, __uint_as_float(a), __uint_as_float(a));
#endif
#endif
  }
  out[thread] = found;
}

// The device library on the host. `table.h`, written by the driver, includes the library within namespace `library`
// and lists its functions:
//
//   F1(name, wanted, allowed)            a function `t_name` of one float, what it should be: an expression in the double
//                                        `x`; and the error allowed: one of type Allowed in `x` where that depends on the input,
//                                        `in_numbers` where it does not
//   F2(name, wanted, allowed) F3(...) F4(...)     of two, three and four floats; expressions in the quads `x`, `y`, `z` and `w`
//   D1(name, wanted, allowed) ... D4(...)         of doubles
//
// host sample NAME END        inputs as raw bits on standard input, results as raw bits on standard output; END says at which
//                             end of their error first guesses lie: 0 exact, 1 low, 2 high
// host all NAME FIRST LAST STEP   the worst error of a function of one float on every STEP-th input with the bits FIRST to
//                             LAST (exclusive)
// host some NAME              the worst error on raw inputs from standard input
// host given NAME             of raw inputs, each with a result after it that was computed elsewhere
// host flushed NAME           the same of floats, where subnormals are taken for zeros
//
// `all` and `some` evaluate a function at the exact value and both ends of each of its first guesses. The last four print the
// worst input's error as %a (in ulp, or as a part of what is allowed), the largest distance from the correctly rounded result
// in numbers of the format (which is what most of CUDA's bounds are of), the bits of the worst input and of the result for it.
#include "device.h"
#include <stdio.h>
#include <stdlib.h>
#include "reference.h"
#include "table.h"

// The distance from the exact value in units of the last place of the format at the exact value. What should be infinite,
// NaN or zero must be; beyond the largest number the format is taken to go on.
static double ulps(double got, quad want, int digits, int least, double largest) {
  if (isnanq(want)) return isnan(got) ? 0 : INFINITY;
  if (isnan(got)) return INFINITY;
  if (isinfq(want)) return isinf(got) && (got > 0) == (want > 0) ? 0 : INFINITY;
  int e = least;
  if (want != 0) frexpq(want, &e);
  if (e < least) e = least;
  quad unit = ldexpq(1, e - digits);
  if (isinf(got)) {
    quad next = (quad)largest + ldexpq(1, ilogb(largest) + 1 - digits);
    if ((got > 0) != (want > 0)) return INFINITY;
    return fabsq(want) >= next ? 0 : (double)((next - fabsq(want)) / unit);
  }
  return (double)(fabsq((quad)got - want) / unit);
}
static double error_of(float got, quad want) { return ulps(got, want, 24, -125, 0x1.fffffep127); }
static double error_of(double got, quad want) { return ulps(got, want, 53, -1021, 0x1.fffffffffffffp1023); }
// Fast, for all the inputs: doubles are digits enough for floats.
static double error_fast(float got, double want) {
  float w = (float)want;
  if (!(fabsf(w) < INFINITY) || !(fabsf(got) < INFINITY)) return error_of(got, want);
  uint64_t e = bits<uint64_t>(want) >> 52 & 0x7ff;
  if (e < 897) e = 897;
  return fabs((double)got - want) * bits<double>((uint64_t)(1023 + 23 + 1023 - e) << 52);
}

// CUDA's arithmetic knows no signalling NaN; what the C library makes of one, and whether one is left in a wider format, is
// another thing on every host. A reference gets a quiet one in its place, of the same sign.
static float quiet(float x) { return x != x ? bits<float>(bits<uint32_t>(x) | 1u << 22) : x; }
static double quiet(double x) { return x != x ? bits<double>(bits<uint64_t>(x) | 1ull << 51) : x; }

// How many numbers of the format lie from one to the other. A zero of the wrong sign is as far off as can be.
template <class B, class T> static uint64_t distance(T got, T want) {
  if (got != got || want != want) return got != got && want != want ? 0 : UINT64_MAX;
  if (got == 0 && want == 0) return signbit(got) == signbit(want) ? 0 : UINT64_MAX;
  const B sign = (B)1 << (8 * sizeof(B) - 1);
  auto order = [&](T v) -> int64_t {
    B b = bits<B>(v);
    return b & sign ? -(int64_t)(b ^ sign) : (int64_t)b;
  };
  int64_t a = order(got), b = order(want);
  return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

// What may be lost where that depends on the input: a distance from the correctly rounded result in numbers of the format, or
// one from the exact value.
struct Allowed {
  double numbers, absolute;
  // The part of it that an error is.
  double part(double numbers_lost, double lost) const { return numbers > 0 ? numbers_lost / numbers : lost / absolute; }
};
static Allowed numbers(double n) { return {n, 0}; }
static Allowed absolute(double digits) { return {0, exp2(-digits)}; }
static const Allowed anything = {0, INFINITY};

struct Worst {
  double error = -1;
  uint64_t far = 0, at[4] = {}, result = 0;
  void take(double e, uint64_t d, uint64_t x, uint64_t r) {
    if (d > far) far = d;
    if (e > error) error = e, at[0] = x, result = r;
  }
  // The same for all arguments.
  template <class B, class T, int N> void take(double e, uint64_t d, const T (&in)[N], T r) {
    if (e > error)
      for (int k = 0; k < N; k++) at[k] = bits<B>(in[k]);
    take(e, d, at[0], bits<B>(r));
  }
  int print() const {
    printf("%a %llu", error, (unsigned long long)far);
    for (uint64_t b : at) printf(" %#llx", (unsigned long long)b);
    printf(" %#llx\n", (unsigned long long)result);
    return 0;
  }
};

// The results of a function with exact guesses, and with its first guess and all others low or high.
template <class F, class Take> static inline void at_all_ends(F f, Take take) {
  static const double ends[][2] = {{-1, -1}, {1, 1}, {1, -1}, {-1, 1}};
  guesses = {};
  take(f());
  int count = guesses.made == 0 ? 0 : guesses.made == 1 ? 2 : 4;
  for (int k = 0; k < count; k++) {
    guesses.next = ends[k][0], guesses.others = ends[k][1];
    take(f());
  }
}

template <class T, int N, class F> static int sample(F f, int end) {
  T in[N];
  while (fread(in, sizeof in, 1, stdin) == 1) {
    guesses.next = guesses.others = end == 0 ? 0 : end == 1 ? -1 : 1;
    T r = f(in);
    fwrite(&r, sizeof r, 1, stdout);
  }
  return 0;
}

// An error in ulp, or as a part of what is allowed; the bounds in numbers have none that depends on the input.
struct InNumbers {};
static const InNumbers in_numbers;
template <class T> static double error(T got, quad want, uint64_t, InNumbers) { return error_of(got, want); }
static double error_fast(float got, double want, uint64_t, InNumbers) { return error_fast(got, want); }
static double error(float got, quad want, uint64_t far, Allowed allowed) {
  if (far == 0 || allowed.absolute == INFINITY) return 0;
  return isnan(got) || isnan((float)want) ? INFINITY : allowed.part(far, (double)fabsq(got - want));
}
static double error_fast(float got, double want, uint64_t far, Allowed allowed) { return error(got, want, far, allowed); }

template <class T, class B, int N, class F, class R, class A> static int some(F f, R reference, A allowed) {
  Worst worst;
  T in[N];
  while (fread(in, sizeof in, 1, stdin) == 1) {
    quad wanted = 0;
    bool known = false;
    at_all_ends([&] { return f(in); }, [&](T r) {
      if (!known) wanted = reference(in, r), known = true;
      uint64_t far = distance<B>(r, (T)wanted);
      worst.take<B>(error(r, wanted, far, allowed(in, wanted)), far, in, r);
    });
  }
  return worst.print();
}

// A reference that begins with the value under test gets the library's own: one computed elsewhere may be anything.
template <class T, class B, int N, class F, class R, class A> static int given(F f, R reference, A allowed) {
  Worst worst;
  T in[N], got;
  while (fread(in, sizeof in, 1, stdin) == 1 && fread(&got, sizeof got, 1, stdin) == 1) {
    quad wanted = reference(in, f(in));
    uint64_t far = distance<B>(got, (T)wanted);
    worst.take<B>(error(got, wanted, far, allowed(in, wanted)), far, in, got);
  }
  return worst.print();
}

// Zeros and subnormals are one.
template <int N, class R, class A> static int all_flushed(R reference, A allowed) {
  Worst worst;
  float in[N], got;
  while (fread(in, sizeof in, 1, stdin) == 1 && fread(&got, sizeof got, 1, stdin) == 1) {
    float zeros[N];
    for (int k = 0; k < N; k++) zeros[k] = flushed(in[k]);
    quad wanted = reference(zeros, got);
    bool small = fabsq(wanted) <= 0x1p-126Q, none = small && fabsf(got) <= 0x1p-126f;
    uint64_t far = none ? 0 : distance<uint32_t>(got, (float)wanted);
    worst.take<uint32_t>(none ? 0 : error(got, wanted, far, allowed(zeros, wanted)), far, in, got);
  }
  return worst.print();
}

int main(int argc, char **argv) {
  if (argc < 3) return fprintf(stderr, "host: a mode and a function are wanted\n"), 2;
  const char *mode = argv[1], *name = argv[2];
  int end = argc > 3 ? atoi(argv[3]) : 0;
  bool samples = !strcmp(mode, "sample"), all = !strcmp(mode, "all"), zeros = !strcmp(mode, "flushed");
  bool results = !strcmp(mode, "given");
#define F1(function, wanted, allowed)                                                                                  \
  if (!strcmp(name, #function)) {                                                                                      \
    auto f = [](const float *v) { return library::t_##function(v[0]); };                                               \
    auto r = [](const float *v, float) -> quad { double x = quiet(v[0]); return wanted; };                             \
    if (samples) return sample<float, 1>(f, end);                                                                      \
    auto a = [](const float *v, double) { double x = v[0]; return allowed; };                                          \
    if (zeros) return all_flushed<1>(r, a);                                                                            \
    if (results) return given<float, uint32_t, 1>(f, r, a);                                                            \
    if (!all) return some<float, uint32_t, 1>(f, r, a);                                                                \
    Worst worst;                                                                                                       \
    uint64_t last = argc > 5 ? strtoull(argv[4], nullptr, 0) : 0, step = argc > 5 ? strtoull(argv[5], nullptr, 0) : 1; \
    for (uint64_t i = argc > 3 ? strtoull(argv[3], nullptr, 0) : 0; i < last; i += step) {                             \
      float input = bits<float>((uint32_t)i);                                                                          \
      double x = input;                                                                                                \
      double w = wanted;                                                                                               \
      float rounded = (float)w;                                                                                        \
      at_all_ends([&] { return library::t_##function(input); }, [&](float got) {                                       \
        bool same = bits<uint32_t>(got) == bits<uint32_t>(rounded);                                                    \
        /* No correctly rounded result is as bad as one that is not. */                                                \
        if (same && worst.far > 0) return;                                                                             \
        uint64_t far = same ? 0 : distance<uint32_t>(got, rounded);                                                    \
        worst.take(error_fast(got, w, far, allowed), far, i, bits<uint32_t>(got));                                     \
      });                                                                                                              \
    }                                                                                                                  \
    return worst.print();                                                                                              \
  }
#define F2(function, wanted, allowed)                                                                                  \
  if (!strcmp(name, #function)) {                                                                                      \
    auto f = [](const float *v) { return library::t_##function(v[0], v[1]); };                                         \
    auto r = [](const float *v, float) -> quad { quad x = quiet(v[0]), y = quiet(v[1]); return wanted; };              \
    if (samples) return sample<float, 2>(f, end);                                                                      \
    auto a = [](const float *v, quad) { quad x = v[0], y = v[1]; return allowed; };                                    \
    if (zeros) return all_flushed<2>(r, a);                                                                            \
    if (results) return given<float, uint32_t, 2>(f, r, a);                                                            \
    return some<float, uint32_t, 2>(f, r, a);                                                                          \
  }
#define F3(function, wanted, allowed)                                                                                  \
  if (!strcmp(name, #function)) {                                                                                      \
    auto f = [](const float *v) { return library::t_##function(v[0], v[1], v[2]); };                                   \
    auto r = [](const float *v, float) -> quad {                                                                       \
      quad x = quiet(v[0]), y = quiet(v[1]), z = quiet(v[2]);                                                          \
      return wanted;                                                                                                   \
    };                                                                                                                 \
    if (samples) return sample<float, 3>(f, end);                                                                      \
    auto a = [](const float *, quad) { return allowed; };                                                              \
    if (zeros) return all_flushed<3>(r, a);                                                                            \
    if (results) return given<float, uint32_t, 3>(f, r, a);                                                            \
    return some<float, uint32_t, 3>(f, r, a);                                                                          \
  }
#define F4(function, wanted, allowed)                                                                                  \
  if (!strcmp(name, #function)) {                                                                                      \
    auto f = [](const float *v) { return library::t_##function(v[0], v[1], v[2], v[3]); };                             \
    auto r = [](const float *v, float) -> quad {                                                                       \
      quad x = quiet(v[0]), y = quiet(v[1]), z = quiet(v[2]), w = quiet(v[3]);                                         \
      return wanted;                                                                                                   \
    };                                                                                                                 \
    if (samples) return sample<float, 4>(f, end);                                                                      \
    auto a = [](const float *, quad) { return allowed; };                                                              \
    if (zeros) return all_flushed<4>(r, a);                                                                            \
    if (results) return given<float, uint32_t, 4>(f, r, a);                                                            \
    return some<float, uint32_t, 4>(f, r, a);                                                                          \
  }
#define D1(function, wanted, allowed)                                                                                  \
  if (!strcmp(name, #function)) {                                                                                      \
    auto f = [](const double *v) { return library::t_##function(v[0]); };                                              \
    auto r = [](const double *v, double got) -> quad { quad x = quiet(v[0]); (void)got; return wanted; };              \
    if (samples) return sample<double, 1>(f, end);                                                                     \
    auto a = [](const double *, quad) { return allowed; };                                                             \
    if (results) return given<double, uint64_t, 1>(f, r, a);                                                           \
    return some<double, uint64_t, 1>(f, r, a);                                                                         \
  }
#define D2(function, wanted, allowed)                                                                                  \
  if (!strcmp(name, #function)) {                                                                                      \
    auto f = [](const double *v) { return library::t_##function(v[0], v[1]); };                                        \
    auto r = [](const double *v, double) -> quad { quad x = quiet(v[0]), y = quiet(v[1]); return wanted; };            \
    if (samples) return sample<double, 2>(f, end);                                                                     \
    auto a = [](const double *, quad) { return allowed; };                                                             \
    if (results) return given<double, uint64_t, 2>(f, r, a);                                                           \
    return some<double, uint64_t, 2>(f, r, a);                                                                         \
  }
#define D3(function, wanted, allowed)                                                                                  \
  if (!strcmp(name, #function)) {                                                                                      \
    auto f = [](const double *v) { return library::t_##function(v[0], v[1], v[2]); };                                  \
    auto r = [](const double *v, double) -> quad {                                                                     \
      quad x = quiet(v[0]), y = quiet(v[1]), z = quiet(v[2]);                                                          \
      return wanted;                                                                                                   \
    };                                                                                                                 \
    if (samples) return sample<double, 3>(f, end);                                                                     \
    auto a = [](const double *, quad) { return allowed; };                                                             \
    if (results) return given<double, uint64_t, 3>(f, r, a);                                                           \
    return some<double, uint64_t, 3>(f, r, a);                                                                         \
  }
#define D4(function, wanted, allowed)                                                                                  \
  if (!strcmp(name, #function)) {                                                                                      \
    auto f = [](const double *v) { return library::t_##function(v[0], v[1], v[2], v[3]); };                            \
    auto r = [](const double *v, double) -> quad {                                                                     \
      quad x = quiet(v[0]), y = quiet(v[1]), z = quiet(v[2]), w = quiet(v[3]);                                         \
      return wanted;                                                                                                   \
    };                                                                                                                 \
    if (samples) return sample<double, 4>(f, end);                                                                     \
    auto a = [](const double *, quad) { return allowed; };                                                             \
    if (results) return given<double, uint64_t, 4>(f, r, a);                                                           \
    return some<double, uint64_t, 4>(f, r, a);                                                                         \
  }
  FUNCTIONS
  fprintf(stderr, "host: no function `%s`\n", name);
  return 2;
}

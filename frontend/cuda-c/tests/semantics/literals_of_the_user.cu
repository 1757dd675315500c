// [lex.ext] [over.literal] a suffix that a literal operator has makes a literal a call of it, with unsigned long long, long double, the character, or the string and its length; a number that none takes so is spelled
// wrong: long-double-is-double; numbers-are-never-spelled
struct C { double re, im; };
__device__ constexpr C operator""_i(long double x) { return {0.0, (double)x}; }
__device__ constexpr C operator""_i(unsigned long long x) { return {1.0, (double)x}; }
__device__ constexpr unsigned long long operator "" _kib(unsigned long long n) { return n * 1024; }
__device__ int operator""_c(char c) { return c + 1; }
__device__ int operator""_s(const char *p, unsigned long n) { return (int)n * 100 + p[0]; }
namespace lits { __device__ constexpr int operator""_t(unsigned long long n) { return (int)n * 3; } __device__ constexpr float operator""_t(long double n) { return (float)n * 3; } }
__device__ int f(double) { return 1; }
__device__ int f(long double) { return 2; }
__device__ int f(float) { return 3; }
template <class T> struct N { static const int v = 0; };
template <> struct N<double> { static const int v = 1; };
template <> struct N<long double> { static const int v = 2; };
__device__ int rank(long double) { return 1; }
__device__ int rank(int) { return 2; }
__device__ int operator""_k(long double) { return 2; }
__device__ int operator""_k(unsigned long long) { return 3; }
__device__ int operator""_m(long double) { return 4; }
__device__ int operator""_m(char) { return 5; }
template <int K> __device__ int g() { return K; }
__device__ int length(const char *p) { int n = 0; while (p[n]) ++n; return n; }
__device__ int operator""_raw(const char *p) { return length(p) * 1000 + p[0] * 10 + p[length(p) - 1]; }
__device__ constexpr int digits(const char *p, int n) { return *p ? digits(p + 1, n * 3 + (*p - '0')) : n; }
__device__ constexpr int operator""_base3(const char *p) { return digits(p, 0); }
template <char... C> __device__ constexpr int operator""_count() { return sizeof...(C); }
template <char... C> __device__ constexpr int operator""_sum() { return (C + ... + 0); }
__device__ int operator""_both(unsigned long long n) { return (int)n; }
__device__ int operator""_both(const char *p) { return -length(p); }
namespace lits { template <char... C> __device__ int operator""_inner() { return sizeof...(C) + 50; } }
template <class T> __device__ int spelled(T x) { return x + 12_raw + 345_count; }
template <int V> struct Constant { static constexpr int v = V; };
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    C a = 2.5_i, b = 3_i; out[n++] = (long long)(a.im * 2); out[n++] = (long long)b.im; out[n++] = (long long)b.re;
    out[n++] = 4_kib; out[n++] = 0x10_kib; out[n++] = 'a'_c; out[n++] = "hello"_s; out[n++] = ""_s;
    { using namespace lits; out[n++] = 5_t; out[n++] = (long long)1.5_t; out[n++] = sizeof(1.5_t); }
    out[n++] = 1_k; out[n++] = 1.0_k; out[n++] = 1.0_m; out[n++] = 'a'_m; out[n++] = g<(int)2_kib>(); out[n++] = operator""_kib(7);
    out[n++] = f(1.0); out[n++] = f(1.0L); out[n++] = f(1.0f); out[n++] = f(1.0L + 1.0); out[n++] = f(1.0f * 2.0L);
    long double x = 1.0L / 3, y = x * 3; out[n++] = (long long)(y * 1000); double d = x; out[n++] = d == 1.0 / 3;
    out[n++] = N<long double>::v; out[n++] = N<double>::v; out[n++] = N<decltype(x + 1)>::v;
    out[n++] = (int)x + (int)(x * 9); out[n++] = rank(3.0L);
    out[n++] = 123_raw; out[n++] = 0x1F_raw; out[n++] = 1.5e3_raw; out[n++] = 1'000_raw;
    out[n++] = 123_count; out[n++] = 0b101_count; out[n++] = 1'000_count; out[n++] = 2.5_count; out[n++] = 12_sum; out[n++] = Constant<2101_base3>::v;
    out[n++] = 7_both; out[n++] = 7.5_both; out[n++] = spelled(1000);
    { using namespace lits; out[n++] = 77_inner; } out[n++] = Constant<1234_count>::v; out[n++] = sizeof(1_sum);
    const long double z = 1e300L * 10; out[n++] = z > 1e300; x += 2.5; ++x; out[n++] = (long long)(x * 10);
}

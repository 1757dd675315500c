// [lex.ext] [over.literal] a suffix that a literal operator has makes a literal a call of it, with unsigned long long, long double, the character, or the string and its length
// wrong: long-double-is-double
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
    const long double z = 1e300L * 10; out[n++] = z > 1e300; x += 2.5; ++x; out[n++] = (long long)(x * 10);
}

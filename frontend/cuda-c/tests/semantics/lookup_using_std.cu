// [namespace.udecl] a using declaration of std's functions brings the built-in ones, a using directive of std what it has
// wrong: built-ins-are-looked-up-here
// device-only
#ifdef __CUDACC_RTC__
// What <cmath> says, which NVRTC lacks.
namespace std { using ::floor; using ::ceil; using ::exp; typedef short int16_t; }
#endif
namespace n
{
struct W { int v; };
__device__ double floor(double) { return 8; }
__device__ double exp(W) { return 9; }
namespace m { using std::floor; __device__ double f(double x) { return floor(x) + n::floor(x) * 10; } }
__device__ double g(double x) { using std::floor; { return floor(x) + n::floor(x) * 10; } }
__device__ double h(double x) { using namespace std; return floor(x) + std::floor(x) * 10 + ceil(x) * 100; }
__device__ double i(double x) { using std::exp; using std::int16_t; return exp(x) + sizeof(int16_t) + exp(W{1}); }
}
extern "C" __global__ void k(long long *out)
{
    double x = 2.5 + 0 * out[0];
    using std::ceil;
    out[0] = n::m::f(x); out[1] = n::g(x); out[2] = n::h(x); out[3] = n::i(x - 2.5); out[4] = ceil(x);
}

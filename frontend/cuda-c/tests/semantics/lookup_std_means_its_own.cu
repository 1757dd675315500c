// [namespace.qual] std::floor is the built-in function, whatever the scopes at hand have of that name, namespaces included
// wrong: std-is-everywhere
// device-only
#ifdef __CUDACC_RTC__
// What <cmath> and <cstdint> say, which NVRTC lacks.
namespace std { using ::floor; using ::ceil; using ::fabs; using ::sqrt; using ::abs; using ::exp; using ::isnan; using ::cos; }
namespace std { using ::log; using ::tan; using ::sin; typedef int int32_t; }
#endif
namespace floor_of { namespace ceil { struct W {}; } __device__ float f(float x) { return std::ceil(x); } }
namespace T
{
struct W { int v; };
__device__ float floor(float) { return 8; }
__device__ float f(float x) { return std::floor(x) + floor(x) * 10; }
__device__ float ceil(W) { return 9; }
__device__ float g(float x) { return std::ceil(x); }
}
struct L
{
    static __device__ float fabs(float) { return 4; }
    double v;
    __device__ double sqrt() const { return std::sqrt(v); }
    __device__ float g(float x) { return std::fabs(x) + ::fabs(x) * 10 + fabs(x) * 100; }
};
namespace E { __device__ int abs(int) { return 70; } __device__ int g(int x) { return std::abs(x) + ::abs(x - 1) * 10; } }
namespace N
{
template <class T> __device__ T exp(T) { return 8; }
template <class T> __device__ T sum(T x) { return ::exp(x) + exp(x) * 10 + std::exp(x) * 100; }
template <class T> __device__ T move(T &&x) { return x + 50; }
template <class T> __device__ T forward(T &x) { return x + 60; }
__device__ int moved(int x) { return std::move(x) + std::forward<int>(x) * 10; }
__device__ bool isnan(double) { return true; }
__device__ int nan(double x) { return std::isnan(x) + isnan(x) * 2 + ::isnan(x) * 4; }
typedef double int32_t;
__device__ int size() { return sizeof(std::int32_t) + sizeof(int32_t); }
}
namespace P
{
namespace std { __device__ double cos(double) { return 5; } __device__ int g(int x) { return x + 1; } }
__device__ double inner(double x) { return std::cos(x) + std::g(1) + ::std::cos(x) * 10; }
}
namespace A { __device__ double sin(double) { return 6; } __device__ double tan(double) { return 7; } }
using namespace A;
template <class T> struct M { __device__ T cos(T) { return 3; } __device__ T f(T x) { return std::cos(x) + cos(x) * 10; } };
namespace S = std;
__device__ double local(double x)
{
    double log = 1;
    using A::tan;
    namespace m = std;
    return std::log(log) + std::tan(x) + tan(x) + std::sin(x) + m::exp(x) * 10 + S::exp(x) * 100;
}
__device__ float floor(T::W) { return 1; }
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    double one = 1 + 0 * out[0], zero = one - 1;
    out[n++] = T::f(2.5f * (float)one); out[n++] = T::g(2.5f * (float)one); out[n++] = L{9.0}.sqrt(); out[n++] = L{9.0}.g(-1);
    out[n++] = E::g(-3); out[n++] = N::sum(zero); out[n++] = N::moved(2); out[n++] = N::nan(one); out[n++] = N::size();
    out[n++] = P::inner(zero); out[n++] = M<double>().f(zero); out[n++] = local(zero); out[n++] = std::floor(2.5 * one);
    out[n++] = sizeof(std::floor(2.5f));
}

// [basic.lookup.qual] ::log is the built-in function, whatever a namespace has of that name, and a using declaration brings it
// wrong: built-ins-are-looked-up-here
// device-only
namespace n
{
__device__ double log(double) { return 42; }
__device__ double exp(double) { return 43; }
__device__ double global(double x) { return ::log(x); }
__device__ double own(double x) { return log(x); }
__device__ double brought(double x) { using ::exp; return exp(x); }
__device__ double mine(double x) { return exp(x); }
struct S { __device__ double log(double) { return 44; } __device__ double f(double x) { return ::log(x) + log(x); } };
}
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    double one = 1 + 0 * out[0], zero = one - 1;
    out[n++] = n::global(one); out[n++] = n::own(one); out[n++] = n::brought(zero); out[n++] = n::mine(zero);
    out[n++] = n::S().f(one); out[n++] = n::log(one); out[n++] = ::log(one); out[n++] = log(one); out[n++] = sizeof(log(1.0f));
}

// [namespace.qual] a directive's names are not looked at where the global namespace has the name, be it a built-in function's
// wrong: directives-hide-built-ins
// device-only
namespace n { __device__ double log(double) { return 42; } __device__ float erf(float) { return 43; } }
using namespace n;
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    double one = 1 + 0 * out[0], zero = one - 1;
    out[n++] = ::log(one); out[n++] = n::log(one); out[n++] = ::erf(float(zero)); out[n++] = n::erf(float(zero));
}

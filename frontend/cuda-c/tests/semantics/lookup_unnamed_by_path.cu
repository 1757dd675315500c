// [namespace.qual] behind a path what the namespace itself declares is found before what an unnamed one in it does
// wrong: unnamed-are-inline
__device__ int f(double) { return 1; }
namespace { __device__ int f(float) { return 2; } __device__ int g(float) { return 3; } }
namespace n { __device__ int f(double) { return 4; } namespace { __device__ int f(float) { return 5; } __device__ int h(int) { return 6; } } }
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    float x = 1 + 0 * out[0];
    out[n++] = ::f(x); out[n++] = n::f(x); out[n++] = f(x); out[n++] = ::g(x); out[n++] = n::h(x);
}

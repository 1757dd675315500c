// [basic.lookup.unqual] a namespace's function hides the built-in ones of its name, whatever fits the arguments better
// wrong: built-ins-join-everywhere
// device-only
namespace n
{
__device__ double sqrt(double x) { return x + 40; }
__device__ int max(int, int) { return 7; }
__device__ long long f(float x) { return sqrt(x) + sizeof(sqrt(x)); }
__device__ long long g(double x) { return max(x, x + 1); }
namespace m { __device__ long long h(float x) { return sqrt(x) + sizeof(sqrt(x)); } }
}
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    float four = 4 + 0 * out[0];
    out[n++] = n::f(four); out[n++] = n::g(four); out[n++] = n::m::h(four); out[n++] = sqrt(four) + sizeof(sqrt(four));
}

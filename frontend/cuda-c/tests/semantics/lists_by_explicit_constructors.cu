// [over.match.list] 1 a candidate that needs an explicit constructor for a list is not looked at beside others, whatever fits it better
// wrong: explicit-lists-are-viable
// device-only
struct C { int v; __device__ explicit C(int n) : v(n) {} __device__ C() : v(0) {} };
struct D { int v; __device__ D(int n) : v(n) {} };
__device__ int f(C, double) { return 1; }
__device__ int f(long, char) { return 2; }
__device__ int g(const C &, double) { return 1; }
__device__ int g(D, char = 1) { return 2; }
__device__ int h(int, int, C) { return 1; }
__device__ int h(long, long, D) { return 2; }
extern "C" __global__ void k(long long *out)
{
    int s = 1; double d = 2;
    out[0] = f({s}, d); out[1] = g({s}, d); out[2] = h(1, 2, {s});
}

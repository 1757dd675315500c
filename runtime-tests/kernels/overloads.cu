// Overloads, default arguments, references, namespaces, static_cast, constants.

namespace shapes {
const int sides = 6;
constexpr float unit = 0.5f;
namespace deep {
__device__ int f(int x) { return x + 1; }
__device__ int f(unsigned x) { return x + 2; }
__device__ int f(long long x) { return (int)x + 3; }
__device__ int f(float x) { return static_cast<int>(x) + 4; }
__device__ int f(double x) { return static_cast<int>(x) + 5; }
__device__ int f(const int *x) { return *x + 6; }
__device__ int f(int x, int y = 10, int z = sides) { return x * y - z; }
}
inline __device__ void step(int &x, const int &by = 3) { x += by; }
}

using namespace shapes;
using shapes::deep::f;

static __device__ void exchange(int &a, int &b)
{
    int t = a;
    a = b;
    b = t;
}

static __device__ int &larger(int &a, int &b) 
{
    if (a > b)
        return a;
    return b;
}

extern "C" __global__ void overloads(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int v = in[i], w = in[n - 1 - i];
    short s = (short)v;
    char c = (char)w;
    int sum = f(s, 2) + f(c, 1, 0) + f((unsigned)v) + f((long long)w) + f(v * unit) + f(w * 0.25) + f(&v);
    exchange(v, w);
    larger(v, w) -= 7;
    step(v);
    step(w, sides);
    int &r = v;
    r *= 2;
    const auto &cr = w;
    sum += v - cr + static_cast<int>(static_cast<unsigned char>(v)) + shapes::deep::f(1, 2) + int(3.9f) + bool(v & 2);
    out[i] = sum;
}

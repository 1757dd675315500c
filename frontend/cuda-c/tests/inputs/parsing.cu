// What C++ takes for a type, a declaration, a function or a value where it could be another of them.

struct Q {
    unsigned a;
    __device__ Q(unsigned x, int y = 0) : a(x + y) {}
    __device__ bool operator==(const Q &o) const { return a == o.a; }
};

typedef int T;

namespace n {
namespace m {
__device__ int f(int x) { return x + 100; }
}
struct P {
    int v;
    __device__ int twice();
};
}

__device__ int n::P::twice() { return 2 * v; }

// [dcl.meaning]: functions whose names stand in parentheses, and that give pointers to arrays.
__device__ int(f1)(int x) { return x + 1; }
__device__ int((f2)(int x)) { return x + 2; }
__device__ int (*g(int (*p)[3]))[3] { return p + 1; }
__attribute__((device)) int h1() { return 5; }
__device__ __attribute__((noinline)) T *__attribute__((noinline)) h2(T *p) { return p + 1; }

// [stmt.switch]: a selector of 64 bits without a sign.
__device__ int which(unsigned long long x)
{
    switch (x) {
    case 0: return 1;
    case 0x7fffffffffffffff: return 2;
    case 0x8000000000000000: return 3;
    case 0xffffffffffffffff: return 4;
    case 0xffffffff: return 5;
    case 0x100000000: return 6;
    default: return 7;
    }
}

extern "C" __global__ void k(long long *o, const int *in)
{
    int i = 0, p[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int x = in[3], y = in[2];
    o[i++] = (int((short)x) + 1);
    o[i++] = (int(*in));
    o[i++] = (Q((unsigned)x, (int)y) == Q(5));
    if (int(x) > 2) o[i++] = 1;
    o[i++] = sizeof(int(x));
    o[i++] = sizeof(int[3]) + sizeof(int(*)[3]);
    o[i++] = (T(x) == 3) + (T{4}) + (T());
    {
        T(z);
        z = 6;
        T(u) = 7, v = 8;
        T(*w) = &u;
        o[i++] = z + 10 * u + 100 * v + 1000 * *w;
    }
    if (T(t) = x) o[i++] = t;
    for (T(j) = 0; j < 2; j++) o[i++] = j;
    y++, T(x);
    o[i++] = y;
    o[i++] = f1(1) + 10 * f2(1);
    o[i++] = g(p)[0][1];
    o[i++] = h1() + *h2(p[0]);
    o[i++] = ::n::m::f(1) + n::m::f(0);
    o[i++] = n::P{21}.twice();
    namespace a = n::m;
    o[i++] = a::f(2);
    o[i++] = which(0) + 10 * which(1);
    o[i++] = which(0x7fffffffffffffff) + 10 * which(0x8000000000000000) + 100 * which(0xffffffffffffffff);
    o[i++] = which(0xffffffff) + 10 * which(0x100000000) + 100 * which(0x8000000000000001);
    o[i++] = which(0x80000000u) + 10 * which((unsigned long long)-2);
#if -1 < 0u
    o[i++] = 1;
#else
    o[i++] = 2;
#endif
    o[i++] = 'a' + sizeof('a');
    o[i++] = 'ab';
    o[i++] = sizeof(__SIZE_TYPE__) + __INT_MAX__;
}

// [over.over] 1 to 4: what a pointer or reference to functions is made of chooses among functions of a name: in declarations, assignments of parameters, casts, results, arguments; templates after functions, by their deduction
// wrong: first-function-of-a-name
__device__ int f(int x) { return x + 1; }
__device__ long long f(long long x) { return x + 2; }
__device__ float f(float x) { return x + 0.5f; }
template <class T> __device__ T g(T x) { return x * 2; }
__device__ short g(short x) { return x * 3; }
template <class T, class U> __device__ U conv(T x) { return U(x) + 1; }
struct S {
    static __device__ int m(int x) { return x - 1; }
    static __device__ double m(double x) { return x - 0.25; }
};
__device__ int by(int (*p)(int), int x) { return p(x) * 10; }
__device__ float by(float (&p)(float), float x) { return p(x) * 10; }
__device__ int of(long long (*p)(long long)) { return 1; }
__device__ int of(int (*p)(int, int)) { return 2; }
__device__ int object(const void *) { return 5; }
__device__ int object(bool) { return 6; }
template <class T> __device__ int pointed(const T *) { return 1; }
template <class T> __device__ int pointed(T) { return 2; }
typedef int F(int);
struct A { int v; __device__ A(F &p) : v(p(1)) {} };
__device__ int made(A a) { return a.v; }
__device__ int made(...) { return -1; }
typedef int (*P)(int);
__device__ int own(const P &) { return 2; }
__device__ int only(int x) { return x + 40; }
template <float (*F)(float)> __device__ int at() { return int(F(2.0f) * 4); }
extern "C" __global__ void k(long long *out)
{
    int i = 0;
    int (*a)(int) = f; long long (*b)(long long) = &f; float (&c)(float) = f;
    out[i++] = a(10); out[i++] = b(10); out[i++] = (long long)(c(10) * 2);
    int (*d)(int) = g; short (*e)(short) = g; double (*h)(double) = &g;
    out[i++] = d(7); out[i++] = e(7); out[i++] = (long long)(h(1.5) * 2);
    int (*l)(float) = conv; out[i++] = l(3.9f);
    out[i++] = static_cast<long long (*)(long long)>(f)(5); out[i++] = ((int (*)(int))f)(5); out[i++] = ((int (&)(int))f)(6);
    int (*m)(int) = S::m; double (*q)(double) = &S::m; out[i++] = m(9); out[i++] = (long long)(q(9) * 4);
    out[i++] = by(f, 3); out[i++] = (long long)by(f, 3.0f); out[i++] = of(f);
    out[i++] = object(only); out[i++] = pointed(only); out[i++] = made(only); P kept = only; out[i++] = own(kept);
    out[i++] = at<f>(); out[i++] = at<g>();
}

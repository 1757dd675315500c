// [dcl.fct] 7: const and volatile before the name of a function's type say nothing: it stays that type, for the choice of an overload, a template's argument and deduction
// wrong: functions-keep-qualifiers
typedef int F(int);
typedef const F G;
__device__ int one(int a) { return a + 1; }
__device__ int over(int a) { return a * 2; }
__device__ float over(float a) { return a * 3; }
template <class T, class U> struct same { static const int v = 1; };
template <class T> struct same<T, T> { static const int v = 2; };
template <F *P> struct called { static __device__ int of(int n) { return P(n); } };
template <class T> struct added { typedef const T *type; };
template <class T> __device__ int taken(const T &f) { return f(6) + same<T, F>::v; }
__device__ const F *const table[] = {one, &one, over, &over};
__device__ volatile F *const other = over;
extern "C" __global__ void k(long long *out) {
    const F *p = over;
    G &r = over;
    added<F>::type q = over;
    out[0] = table[2](5) + table[1](5);
    out[1] = other(4) + p(3) + r(2) + q(1);
    out[2] = same<F, G>::v * 10 + same<const F *, F *>::v;
    out[3] = taken<F>(over) + taken(one);
    out[4] = called<over>::of(8);
}

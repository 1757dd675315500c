// [class.member.lookup] a name that is a function in one base and data in another is found in neither, and a using declaration names one
// wrong: bases-answer-apart
struct A { enum { m = 1 }; static const int f = 1; };
struct B { int m = 2; __device__ int f(int) { return 4; } };
struct C : A, B {};
struct D : A, B { using A::m; __device__ int g() { return m; } };
template <class T> __device__ auto q(T t, int) -> decltype(t.f(0)) { return 1; }
template <class T> __device__ int q(T, ...) { return 2; }
struct S { static __device__ int f(int a) { return a + 3; } typedef char t; enum { e = 4 }; };
struct S1 : S {}; struct S2 : S {};
struct T : S1, S2 { __device__ int g() { t x = e; return f(x); } };
extern "C" __global__ void k(long long *out)
{
    D d; out[0] = d.g(); out[1] = d.m; out[2] = D::m; out[3] = d.B::m;
    out[4] = q(B(), 0); out[5] = q(C(), 0);
    T t; out[6] = t.g(); out[7] = t.f(1); out[8] = T::f(2); out[9] = t.e; out[10] = sizeof(T::t);
}

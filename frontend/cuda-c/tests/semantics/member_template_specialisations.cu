// [temp.class.spec] a member template is specialised in its class, partially and for given arguments, for each instance around it
// wrong: member-specialisations-ignored
struct A {
    template <class U> struct B { static constexpr int v = 1; };
    template <class U> struct B<U *> { static constexpr int v = 2; };
    template <class U> struct B<const U>;
    template <class U> struct B<const U> { static constexpr int v = 3; };
    template <> struct B<char> { static constexpr int v = 4; };
    template <class U, int N> struct C;
    template <class U> struct C<U, 0> { static constexpr int v = 10; };
    template <class U, int N> struct C { static constexpr int v = 1 + C<U, N - 1>::v; };
    template <class U> static __device__ int f() { return B<U>::v; }
};
template <class T> struct O {
    template <class U> struct S { static constexpr int v = 20; };
    template <class U> struct S<U *> { static constexpr int v = 21; };
    template <class X, class Y> struct Same { static constexpr int v = 0; };
    template <class X> struct Same<X, X> { static constexpr int v = 1; };
    template <class Y> struct Same<T, Y *> { static constexpr int v = 2; };
    template <class U> __device__ int get(U) { return S<U>::v * 100 + Same<T, U>::v; }
};
template <class T> struct W {};
template <> struct W<int>;
template <> struct W<signed> { int a[3]; };
typedef int I;
template <class T> struct V {};
template <> struct V<int>;
template <> struct V<I> { int a[2]; };
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = A::B<int>::v; out[n++] = A::B<int *>::v; out[n++] = A::B<const int>::v; out[n++] = A::B<char>::v;
    out[n++] = A::C<int, 3>::v; out[n++] = A::f<char *>(); out[n++] = A::f<const char>();
    O<int> o;
    out[n++] = o.get(1); out[n++] = o.get((int *)0); out[n++] = o.get(2.0);
    out[n++] = O<char>::S<int *>::v; out[n++] = O<char>::Same<char, int *>::v; out[n++] = O<char>::Same<int, int *>::v;
    out[n++] = sizeof(W<int>); out[n++] = sizeof(V<int>);
}

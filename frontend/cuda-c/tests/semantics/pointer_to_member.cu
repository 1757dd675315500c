// [expr.mptr.oper] .* and ->* reach the member that a pointer to member names, and call the function that one names
// wrong: member-pointers-stay; first-function-of-a-name
struct S { int a, b; int t[2]; __device__ int f(int x) const { return a + x; } __device__ int f(float x) const { return 40; } __device__ int g(int x) { b += x; return b; } __device__ int n() noexcept { return 5; } __device__ int l() & { return 6; } __device__ int r() && { return 7; } template <class T> __device__ int m(T x) { return sizeof(x); } static __device__ int st(int x) { return x; } };
struct O { int o; }; struct C : O, S { int c; __device__ int g2() { return c; } };
template <int S::*P> __device__ int get(const S &s) { return s.*P; }
template <class T, class X> __device__ T read(const X &c, T X::*p) { return c.*p; }
template <int (S::*F)(int)> __device__ int call(S &s, int x) { return (s.*F)(x); }
template <class X, class R, class... A> __device__ R invoke(R (X::*f)(A...), X &x, A... a) { return (x.*f)(a...); }
template <class X, class R, class... A> __device__ R invoke(R (X::*f)(A...) const, const X &x, A... a) { return (x.*f)(a...); }
template <auto P> __device__ int any(const S &s) { return s.*P; }
template <class T> struct Is { static constexpr int v = 0; }; template <class T, class X> struct Is<T X::*> { static constexpr int v = 1; };
template <class R, class X, class... A> struct Is<R (X::*)(A...)> { static constexpr int v = 2; }; template <class R, class X, class... A> struct Is<R (X::*)(A...) const> { static constexpr int v = 3; };
template <class R, class X, class... A> struct Is<R (X::*)(A...) noexcept> { static constexpr int v = 4; }; template <class R, class X, class... A> struct Is<R (X::*)(A...) &> { static constexpr int v = 5; };
extern "C" __global__ void k(long long *out) {
  S s = {1, 2, {3, 4}}, *p = &s; int S::*m = &S::a; int (S::*t)[2] = &S::t; C c; c.a = 20; c.b = 8; c.c = 70; int C::*n = &S::b;
  out[0] = s.*m; out[1] = p->*m; out[2] = (s.*t)[1]; out[3] = c.*n; m = &S::b; s.*m = 9; out[4] = s.b; out[5] = p->*m; out[6] = m == &S::b; out[7] = m != 0;
  int (S::*f)(int) const = &S::f; int (S::*ff)(float) const = &S::f; int (S::*g)(int) = &S::g; int (C::*cg)(int) = &S::g;
  out[8] = (s.*f)(7); out[9] = (c.*f)(7); out[10] = (p->*ff)(1); out[11] = (p->*g)(1); out[12] = (c.*cg)(2); out[13] = (c.*g)(3); out[14] = s.b; out[15] = c.b;
  out[16] = get<&S::b>(s); out[17] = read(s, &S::a); out[18] = call<&S::g>(s, 4); out[19] = invoke(&S::g, s, 5); out[20] = invoke<S, int, int>(&S::f, s, 6); out[21] = any<&S::a>(s);
  out[22] = (s.*(&S::n))(); out[23] = (s.*(&S::l))(); out[24] = (S{}.*(&S::r))(); int (S::*mt)(char) = &S::m; out[25] = (s.*mt)('a'); out[26] = (s.*&S::m<short>)(1);
  out[27] = Is<decltype(m)>::v; out[28] = Is<decltype(f)>::v; out[29] = Is<decltype(g)>::v; out[30] = Is<decltype(&S::n)>::v; out[31] = Is<decltype(&S::l)>::v; out[32] = Is<int>::v; out[33] = Is<decltype(&S::st)>::v; out[34] = Is<decltype(&C::g2)>::v;
  out[35] = noexcept((s.*(&S::n))()); out[36] = noexcept((p->*g)(1)); out[37] = sizeof((s.*f)(1)); out[38] = f == nullptr; out[39] = g != nullptr; out[40] = f ? 1 : 2; const S cs = s; out[41] = (cs.*f)(1); out[42] = cs.*m; int x = 2; x *= s.*m; out[43] = x; out[44] = 2 * s.*m + 1; out[45] = -(s.*m);
}

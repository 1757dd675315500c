// [expr.prim.lambda.closure] 3, 4, [expr.const] the operator() of a closure is a member function that is const where the lambda is not mutable, of one that captures nothing too; pointers to members are constants that lead to parts of constants
// wrong: closures-are-functions
template <class T> struct W { static constexpr int v = 0; }; template <class R, class C, class... A> struct W<R (C::*)(A...) const> { static constexpr int v = 10 + sizeof...(A); typedef R type; }; template <class R, class C, class... A> struct W<R (C::*)(A...)> { static constexpr int v = 20 + sizeof...(A); }; template <class R, class... A> struct W<R (*)(A...)> { static constexpr int v = 30; };
template <class F> __device__ int kind(F) { return W<decltype(&F::operator())>::v; } template <class F> __device__ auto result(F) -> typename W<decltype(&F::operator())>::type { return 3; }
struct B { int z = 9; }; struct A { int x = 1, y = 2; }; struct D : B, A { A in; int m[2] = {5, 6}; }; constexpr A ca{5, 6}; constexpr int A::*t = &A::y; constexpr D cd{};
constexpr __device__ int g(int n) { A a; int A::*p = n ? &A::x : &A::y; return a.*p; } constexpr __device__ int h(int n) { D d; int D::*p = &A::y; if (!n) p = &B::z; A D::*q = &D::in; d.*p += 100; (d.*q).x = 7; return d.y + d.z + (d.*q).x; }
template <int N> struct I {}; template <int N> __device__ int f(I<g(N)> *) { return g(N); } template <int N> __device__ int f(...) { return 0; }
extern "C" __global__ void k(long long *out) {
  int i = (int)out[0]; auto l = [](int x) { return x * 2; }; auto m = [](int x, int y) mutable { return x; }; auto c = [i](int x) { return x + i; }; auto cm = [i]() mutable { return ++i; };
  out[1] = kind(l); out[2] = kind(m); out[3] = kind(c); out[4] = kind(cm); out[5] = result(l); auto p = &decltype(l)::operator(); out[6] = (l.*p)(3); auto q = &decltype(c)::operator(); out[7] = (c.*q)(4); int (*fp)(int) = l; out[8] = fp(5); out[9] = W<decltype(fp)>::v; out[10] = W<decltype(+l)>::v;
  static_assert(ca.*t == 6 && ca.*(&A::x) == 5 && cd.*(&D::y) == 2 && cd.*(&B::z) == 9 && g(0) == 2 && g(1) == 1, ""); out[11] = f<0>(0); out[12] = f<1>(0); constexpr int a = h(0), b = h(1); out[13] = a; out[14] = b; out[15] = h(i); out[16] = h(i + 1);
}

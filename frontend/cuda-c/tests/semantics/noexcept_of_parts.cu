// [except.spec] 7 a special member that the compiler adds may throw where the function that overload resolution chooses for a part may, and no other counts
// wrong: conditions-of-noexcept-are-of-the-asker
// options: -default-device
struct A { A() noexcept; A(A &) noexcept; A(const A &) noexcept(false); A &operator=(const A &) noexcept; template <class T> A &operator=(T &&); }; struct B { A a; int b = 3; }; struct C { A a[2]; B b; };
struct D { D(int = 0) noexcept(false); D(const D &, int = 3) noexcept; template <class... T> D(T...) noexcept; }; struct E { D a; }; struct F { F(); F(const F &) noexcept(false); }; struct G { F f; }; struct H { H(); H(H &&) noexcept; H(const H &); ~H() noexcept(false); }; struct I { H h; };
namespace n { template <class T> constexpr bool q = sizeof(T) == 4; constexpr bool w = true; struct S { S() noexcept(w); S(const S &) noexcept(q<int>); template <class T> S(T) noexcept(q<T>); void f() noexcept(w); }; template <class T> void g(T) noexcept(q<T> && w); void h() noexcept(w); }
namespace m { constexpr bool w = false; __device__ void f(long long *out) { n::S *s = 0; out[1] = noexcept(n::S()) | noexcept(n::S(1)) << 1 | noexcept(n::S('a')) << 2 | noexcept(n::g(1)) << 3 | noexcept(n::g('1')) << 4 | noexcept(n::h()) << 5 | noexcept(s->f()) << 6 | __is_nothrow_constructible(n::S, n::S) << 7;
  out[2] = __is_nothrow_constructible(B) | __is_nothrow_constructible(B, const B &) << 1 | __is_nothrow_constructible(B, B) << 2 | __is_nothrow_constructible(C) << 3 | __is_nothrow_constructible(C, const C &) << 4 | __is_nothrow_assignable(B &, const B &) << 5 | __is_nothrow_assignable(B &, B) << 6 | __is_nothrow_assignable(C &, C) << 7;
  out[3] = __is_nothrow_constructible(E) | __is_nothrow_constructible(E, E) << 1 | __is_nothrow_constructible(G, G) << 2 | __is_nothrow_constructible(G, const G &) << 3 | __is_nothrow_constructible(I, I) << 4 | __is_nothrow_constructible(I, const I &) << 5; } }
extern "C" __global__ void k(long long *out) { m::f(out); }

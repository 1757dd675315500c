// [dcl.fct] [conv.fctptr] [temp.deduct.call] noexcept is of a function's type; a function that throws nothing is one that may
// wrong: noexcept-is-of-no-type; noexcept-stays-in-patterns
template <class A, class B> struct Same { static constexpr bool v = false; };
template <class A> struct Same<A, A> { static constexpr bool v = true; };
__device__ int f(int x) noexcept { return x + 1; }
__device__ int g(int x) { return x + 2; }
template <class T> struct Form { static constexpr int n = 0; };
template <class R, class... A> struct Form<R(A...)> { static constexpr int n = 1; };
template <class R, class... A> struct Form<R(A...) noexcept> { static constexpr int n = 2; };
template <class R, class... A> struct Form<R(A...) const> { static constexpr int n = 3; };
template <class R, class... A> struct Form<R(A...) const &> { static constexpr int n = 4; };
template <class R, class... A> struct Form<R(A...) volatile && noexcept> { static constexpr int n = 5; };
template <class R, class... A> struct Form<R(A..., ...)> { static constexpr int n = 6; };
template <class R, class A> __device__ int called(R (*h)(A), A x) { return h(x); }
template <class F> __device__ int kind(F *) { return Form<F>::n; }
__device__ int over(int (*h)(int)) { return 10 + h(0); }
__device__ int over(int (*h)(int) noexcept) { return 20 + h(0); }
template <int (*F)(int)> __device__ int stated(int x) { return F(x); }
template <int (*F)(int) noexcept> struct Only { static constexpr int n = 7; };
template <class T> __device__ int both(T, T) { return 1; }
__device__ int both(...) { return 2; }
extern "C" __global__ void k(long long *out) {
  int (*p)(int) = f; int (*q)(int) noexcept = &f; int (&r)(int) = f;
  out[0] = Same<decltype(f), decltype(g)>::v; out[1] = Same<decltype(f), int(int) noexcept>::v; out[2] = Same<decltype(&f), int (*)(int) noexcept>::v;
  out[3] = Same<decltype(g), int(int)>::v; out[4] = Form<int(int)>::n; out[5] = Form<decltype(f)>::n; out[6] = Form<void() const>::n;
  out[7] = Form<void() const &>::n; out[8] = Form<int(int, float) volatile && noexcept>::n; out[9] = Form<int(int, ...)>::n;
  out[10] = called(f, 1); out[11] = called(&f, 2); out[12] = called(g, 3); out[13] = kind(f); out[14] = kind(g);
  out[15] = over(f); out[16] = over(g); out[17] = stated<f>(4); out[18] = stated<&g>(4); out[19] = Only<f>::n;
  out[20] = p(1); out[21] = q(1); out[22] = r(1); out[23] = both(f, g); out[24] = both(f, f);
  auto l = [](int x) noexcept { return x * 3; }; int (*s)(int) noexcept = l; int (*t)(int) = l; out[25] = s(2); out[26] = t(2);
  out[27] = Same<decltype(true ? p : q), int (*)(int)>::v; using F = int(int) noexcept; out[28] = Same<F *, decltype(q)>::v; out[29] = sizeof(F *);
}

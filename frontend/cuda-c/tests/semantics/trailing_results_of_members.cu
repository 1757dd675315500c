// [dcl.fct] 2 the type behind -> of a member function or friend may have arguments of templates
// wrong: commas-end-results
template <class T, bool B> using e = T; template <class T, class U> struct p { T a; U b; }; namespace n { template <class T, class... U> struct first { typedef T type; }; }
template <class I> struct R {
  I c; template <class J> __device__ friend constexpr auto sw(const R &x, const R<J> &y) -> e<int, true> { return (int)(x.c + y.c); } __device__ constexpr auto f() const -> e<int, true> { return (int)c + 1; }
  template <class J> __device__ static auto g(J j) -> p<J, I> { return p<J, I>{j, 2}; } __device__ auto h(int x) const noexcept -> typename n::first<I, int, char>::type { return c * x; } __device__ auto operator+(int x) const -> p<int, int>; __device__ auto last() const -> int { return 9; }
};
template <class I> __device__ auto R<I>::operator+(int x) const -> p<int, int> { return p<int, int>{x, (int)c}; }
extern "C" __global__ void k(long long *out) { int i = (int)out[0]; R<int> r{i + 3}; R<char> s{4}; out[1] = sw(r, s); out[2] = r.f(); out[3] = R<short>::g(5).a + R<short>::g(5).b; out[4] = r.h(7); out[5] = (r + 6).a * 10 + (r + 6).b; out[6] = s.last(); }

// [temp.deduct.call] 1 an element of a list in braces is to its parameter's element what an argument is to a parameter: arrays and functions become pointers
// wrong: elements-stay-arrays
#ifndef __CUDACC_RTC__
#include <initializer_list>
#endif
template <class A, class B> struct same { static constexpr int v = 0; }; template <class A> struct same<A, A> { static constexpr int v = 1; }; template <class T> __device__ int g(std::initializer_list<T> l) { return l.size() * 100 + sizeof(T); } template <class T, int N> __device__ int m(const T (&)[N]) { return sizeof(T) * 10 + N; } struct B { char c; }; struct D : B {};
template <class T> struct Vec { using t = T; __device__ Vec(std::initializer_list<T>) {} template <class I> __device__ Vec(I, I) {} }; template <class I> Vec(I *, I *) -> Vec<I>; template <class T> __device__ int p(std::initializer_list<const T *>) { return sizeof(T); } template <class T> __device__ int q(std::initializer_list<T>, T) { return sizeof(T); }
extern "C" __global__ void k(long long *out) { int a[2] = {}; const char *s = "x"; out[1] = g({a, a + 2}); out[2] = g({"ab", s}); out[3] = g({a, a}); const int c = 3; out[5] = g({c, 4}); out[6] = g({"ab", "cd"}); auto l = {a, a}; out[7] = sizeof(*l.begin()); out[8] = m({a, a + 1}); out[9] = m({1, 2, 3}); Vec v{a, a + 2}; out[10] = same<decltype(v)::t, int *>::v; short u[3] = {}; out[11] = p({u, u + 1}); out[12] = q({s, "abc"}, s); Vec w(a, a + 2); out[13] = same<decltype(w)::t, int>::v; }

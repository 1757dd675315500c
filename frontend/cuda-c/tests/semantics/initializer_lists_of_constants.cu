// [dcl.init.list] 5, [expr.const] what is evaluated for a constant outside of functions may take a list in braces as a std::initializer_list
// wrong: lists-need-functions
// options: -default-device
#ifndef __CUDACC_RTC__
#include <initializer_list>
#endif
constexpr int most(std::initializer_list<int> l) { int m = 0; for (int x : l) if (x > m) m = x; return m; } constexpr int size(std::initializer_list<char> l) { return l.size(); }
template <class... T> struct S { static constexpr int m = most({(int)sizeof(T)...}); static constexpr int n = most({m, 3}) + most({}); enum { e = most({1, 9, m}) }; int a[most({2, m})]; };
constexpr int g = most({4, 7, 5}); __device__ const int c[] = {most({1, 2}), most({g, 8})}; __device__ int d = most({11, 10}); template <int N = most({6, 5})> __device__ int f() { return N; }
struct V { int s; constexpr V(std::initializer_list<int> l) : s(most(l)) {} }; __device__ constexpr V v{1, 5, 2}; __device__ V w = {3, 12}; struct H { std::initializer_list<int> l; }; __device__ H h = {{1, 2}}; __device__ constexpr std::initializer_list<int> li = {1, 2, 3};
extern "C" __global__ void k(long long *out) { out[1] = S<char, long long, short>::m; out[2] = S<char>::n; out[3] = S<char>::e; out[4] = sizeof(S<long long>); out[5] = g; out[6] = c[1]; out[7] = d; out[8] = f(); out[9] = v.s; out[10] = w.s; static constexpr int z = most({1, 2}); out[11] = z; switch (out[1]) { case most({8, 8}): out[12] = 1; } out[13] = *h.l.begin(); for (int x : li) out[14] += x; out[15] = size({}) + size({1, 2}); }

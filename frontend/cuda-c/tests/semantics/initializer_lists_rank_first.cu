// [over.ics.rank] 3.1 of two ways of one form for a list in braces the one to a std::initializer_list is better, whatever its elements need
// wrong: lists-rank-by-elements
#ifndef __CUDACC_RTC__
#include <initializer_list>
#endif
#define D __device__
struct V { D V(int) {} };
struct W { int a; };
D int a(int) { return 1; }
D int a(std::initializer_list<int>) { return 2; }
D int b(int) { return 1; }
D int b(std::initializer_list<double>) { return 2; }
D int c(V) { return 1; }
D int c(std::initializer_list<double>) { return 2; }
D int d(const int &) { return 1; }
D int d(const std::initializer_list<int> &) { return 2; }
D int e(const int (&)[2]) { return 1; }
D int e(std::initializer_list<int>) { return 2; }
D int f(W) { return 1; }
D int f(std::initializer_list<V>) { return 2; }
D int g(...) { return 1; }
D int g(std::initializer_list<int>) { return 2; }
D int h(std::initializer_list<int>) { return 1; }
D int h(std::initializer_list<double>) { return 2; }
D int l(int, long) { return 1; }
D int l(std::initializer_list<int>, int) { return 2; }
D int m(long) { return 1; }
D int m(std::initializer_list<long>) { return 2; }
extern "C" __global__ void k(long long *out)
{
    int i = 0;
    out[i++] = a({1}); out[i++] = a({}); out[i++] = b({1}); out[i++] = c({1}); out[i++] = d({1}); out[i++] = d({});
    out[i++] = e({1, 2}); out[i++] = f({1}); out[i++] = g({1}); out[i++] = h({1}); out[i++] = h({1.5}); out[i++] = l({1}, 1);
    out[i++] = m({1}); out[i++] = m({});
}

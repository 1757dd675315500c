// [dcl.init.list] [over.match.list] a list in braces is a std::initializer_list where a parameter or variable says so: constructors that take it whole come first, then those that take the elements
// wrong: lists-go-by-elements
#ifndef __CUDACC_RTC__
#include <initializer_list>
#endif
#define D __device__
struct A {
    int n, s;
    D A(std::initializer_list<int> l) : n((int)l.size()), s(0) { for (int x : l) s = s * 10 + x; }
    D A(int a, int b) : n(-1), s(a - b) {}
};
struct M { int n; D M() : n(100) {} D M(std::initializer_list<int> l) : n((int)l.size()) {} };
struct B { int n; template <class I> D B(int *, std::initializer_list<I> l) : n((int)l.begin()[1]) {} };
struct W { int n; D W(int, int) : n(7) {} D W(std::initializer_list<const char *>) : n(8) {} };
D int sum(std::initializer_list<int> l, int k) { int s = 0; for (auto p = l.begin(); p != l.end(); ++p) s += *p * k; return s; }
template <class T> D T total(const std::initializer_list<T> &l) { T s = 0; for (T x : l) s += x; return s; }
D int pick(std::initializer_list<int>) { return 1; }
D int pick(std::initializer_list<double>) { return 2; }
D int pick2(A) { return 1; }
D int pick2(std::initializer_list<int>) { return 2; }
D int nested(std::initializer_list<std::initializer_list<int>> l) { int s = 0; for (auto &r : l) for (int x : r) s = s * 10 + x; return s; }
D int widened(std::initializer_list<long long> l) { return (int)sizeof(*l.begin()) + (int)l.begin()[0]; }
D A made(int v) { return {v, v, v}; }
extern "C" __global__ void k(long long *out)
{
    int n = 0, v = 7;
    A a{3, 4}; out[n++] = a.n; out[n++] = a.s;
    A b(3, 4); out[n++] = b.n; out[n++] = b.s;
    A c = {1}; out[n++] = c.n; out[n++] = c.s;
    A d{}; out[n++] = d.n;
    M m{}; out[n++] = m.n;
    M m2({}); out[n++] = m2.n;
    W w{1, 2}; out[n++] = w.n;
    out[n++] = sum({1, 2, v}, 2); out[n++] = sum({}, 2);
    auto l = {5, 6, v}; out[n++] = l.size(); for (int x : l) out[n] += x; n++;
    out[n++] = sizeof(*l.begin());
    out[n++] = total({1, 2, 3}); out[n++] = (long long)total({1.5, 2.5});
    out[n++] = pick({1, 2}); out[n++] = pick({1.0, 2.0});
    int z = 0; B q(&z, {7L, 8L}); out[n++] = q.n;
    out[n++] = pick2({1, 2});
    std::initializer_list<int> e{}; out[n++] = e.size(); out[n++] = e.begin() == e.end();
    std::initializer_list<int> f = e; out[n++] = f.size();
    out[n++] = nested({{1, 2}, {3}, {}}); out[n++] = widened({5, 6});
    out[n++] = made(4).n;
    auto one{9}; out[n++] = sizeof(one);
}

// [dcl.struct.bind] names for the elements of an array or the members of a class, of a copy or by reference; bit-fields, references, members of a base and ranges included
// wrong: bindings-go-by-value
struct P { int a; long long b; char c; };
struct Q : P {};
struct B { unsigned x : 3; int : 5; int y : 7; };
struct R { int &r; const float f; };
struct N { P p; int v[2]; };
template <class T> struct T2 { T first; T second; };
__device__ P make(int v) { return {v, v * 2, (char)(v + 1)}; }
template <class T> __device__ T sum(T2<T> t) { auto [a, b] = t; a += 1; return a + b + t.first; }
template <class T> struct kind { static const int v = 0; };
template <class T> struct kind<T &> { static const int v = 1 + 2 * kind<T>::v; };
template <class T> struct kind<const T> { static const int v = 1; };
struct E { int &r; const int &c; int v; };
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    P p{1, 2, 3};
    auto [a, b, c] = p; a = 10; out[n++] = a; out[n++] = p.a; out[n++] = b + c; out[n++] = sizeof(b) + sizeof(c);
    auto &[d, e, f] = p; d = 20; e += 5; out[n++] = p.a; out[n++] = p.b; out[n++] = f;
    const auto &[g, h, i] = make(4); out[n++] = g + h + i;
    auto &&[j, l, m] = make(5); j++; out[n++] = j + l + m;
    int v[3] = {7, 8, 9}; auto &[x, y, z] = v; y = 80; out[n++] = v[1]; out[n++] = x + z;
    Q q; q.a = 1; q.b = 2; q.c = 3; auto [qa, qb, qc] = q; out[n++] = qa * 100 + qb * 10 + qc;
    B s{}; auto &[bx, by] = s; bx = 9; by = -3; out[n++] = s.x; out[n++] = s.y;
    int target = 5; R r{target, 2.5f}; auto [rr, rf] = r; rr = 6; out[n++] = target; out[n++] = (long long)(rf * 2);
    N t{{1, 2, 3}, {4, 5}}; auto &[tp, tv] = t; tv[1] = 50; auto [ta, tb, tc] = tp; out[n++] = t.v[1] + ta + tb + tc;
    T2<int> list[2] = {{1, 2}, {3, 4}}; long long total = 0;
    for (auto [one, two] : list) { total += one * two; one = 100; }
    for (auto &[one, two] : list) { two += one; }
    out[n++] = total; out[n++] = list[0].second; out[n++] = list[1].second;
    out[n++] = sum(T2<int>{3, 4});
    { auto [a, b, c] = make(7); out[n++] = a + b + c; }
    out[n++] = a;
    auto [u1, u2]{T2<int>{5, 6}}; auto [w1, w2](T2<int>{7, 8}); out[n++] = u1 + u2 + w1 + w2;
    decltype(a) da = 3; out[n++] = sizeof(da); out[n++] = sizeof(decltype(b));
    int *pa = &d; *pa = 33; out[n++] = p.a;
    int one = 1; E ref{one, one, 2}; auto [rr2, rc, rv] = ref; const auto [cr, cc, cv] = ref;
    out[n++] = kind<decltype(rr2)>::v; out[n++] = kind<decltype(rc)>::v; out[n++] = kind<decltype(rv)>::v; out[n++] = kind<decltype(cr)>::v; out[n++] = kind<decltype(cv)>::v; out[n++] = kind<decltype((rv))>::v;
}

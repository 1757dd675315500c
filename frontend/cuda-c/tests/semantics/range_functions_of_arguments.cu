// [stmt.ranged] begin and end that are no members are those of the argument's namespaces, whatever else has the names
// wrong: ranges-ask-the-scope
namespace N { struct Q { int z[3]; };
__device__ int *begin(Q &q) { return q.z; } __device__ int *end(Q &q) { return q.z + 3; }
struct F { int z[3]; friend __device__ int *begin(F &q) { return q.z + 1; } friend __device__ int *end(F &q) { return q.z + 3; } }; }
namespace A { struct P { int a[2]; }; namespace B { __device__ int *begin(P &p) { return p.a; } __device__ int *end(P &p) { return p.a + 2; } }
using B::begin; using B::end; }
template <class T> struct List { T d[3]; };
namespace Z { struct E { int v; }; __device__ E *begin(List<E> &a) { return a.d; } __device__ E *end(List<E> &a) { return a.d + 2; } }
struct Half { int z[2]; __device__ int *begin() { return z; } };
__device__ int *begin(Half &q) { return q.z + 1; }
__device__ int *end(Half &q) { return q.z + 2; }
namespace N { struct W { int z[3]; }; template <class T> __device__ int *begin(T &w) { return w.z; } template <class T> __device__ int *end(T &w) { return w.z + 2; } }
__device__ int *begin(N::W &w) { return w.z + 1; }
struct M { __device__ int begin() { return 1; } __device__ int end() { return 2; }
  __device__ long sum(N::F &q) { long s = 0; for (int x : q) s = s * 10 + x; return s; } };
extern "C" __global__ void k(long long *out) {
  int n = 0, end = 3;
  N::Q q = {{7, 8, 9}}; for (auto x : q) out[n++] = x + end;
  N::F f = {{4, 5, 6}}; M m; out[n++] = m.sum(f);
  A::P p = {{1, 2}}; for (int &x : p) x += 4; for (int x : p) out[n++] = x;
  List<Z::E> l = {{{1}, {2}, {3}}}; for (auto &x : l) out[n++] = x.v;
  N::W w = {{1, 2, 3}}; for (int x : w) out[n++] = x;
  Half h = {{4, 5}}; for (int x : h) out[n++] = x;
}

// [stmt.ranged] a class without begin and end has those that belong to its arguments' namespaces
// wrong: no-argument-dependent-lookup
namespace n {
struct At { int x; __device__ At &operator++() { ++x; return *this; } __device__ int operator*() { return x; }
  __device__ bool operator!=(const At &o) { return x != o.x; } };
struct Two { int min, max; };
__device__ At begin(const Two &t) { return {t.min}; }
__device__ At end(const Two &t) { return {t.max}; }
template <class T> struct List { T a[3]; };
template <class T> __device__ T *begin(List<T> &t) { return t.a; }
template <class T> __device__ T *end(List<T> &t) { return t.a + 3; }
}
__device__ int made;
__device__ n::Two make(int a) { ++made; return {a, a + 3}; }
template <class T> __device__ int sum(const T &r) { int s = 0; for (int i : r) s = s * 10 + i; return s; }
extern "C" __global__ void k(long long *out) {
  made = 0; n::Two t{1, 4}; n::List<int> l{{7, 8, 9}}; int s = 0;
  for (auto i : make(5)) s = s * 10 + i;
  for (int &i : l) i += 1;
  out[0] = sum(t); out[1] = s; out[2] = made; out[3] = l.a[0] + l.a[2];
}

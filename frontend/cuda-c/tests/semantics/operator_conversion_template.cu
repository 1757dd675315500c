// [temp.deduct.conv] a conversion function may be a template: its parameter is the type that is wanted
// wrong: templates-rank-alike
struct S { int v; template <class T> __device__ operator T() const { return T(v) / 2; } };
struct N { int v; template <class T> __device__ operator T() const { return T(v) + 100; } __device__ operator int() const { return v; } };
struct P { int *p; template <class T> __device__ operator T *() const { return (T *)p; } };
struct R { int v; template <class T> __device__ operator T &() { return v; } };
struct B { int w; template <class T> __device__ operator T() const { return T(w) + 1000; } };
struct D : B { int x; __device__ operator float() const { return 3.0f; } };
struct A { int v; __device__ explicit A(int n) : v(n) {} };
struct X { template <class T> __device__ explicit operator T() const { return T(7); } };
struct C { template <class T, class U = T> __device__ operator T() const { return T(sizeof(U)); } };
__device__ int f(long) { return 1; }
__device__ int f(const char *) { return 2; }
__device__ int g(const double &d) { return (int)(d * 10); }
__device__ int h(short &&d) { return d; }
template <class T> __device__ int j(T) { return sizeof(T); }
extern "C" __global__ void k(long long *out) {
  int n = 0, a[3] = {5, 6, 7}; S s = {5}; N m = {6}; P p = {a}; R r = {8}; D d = {{2}, 3}; X x; C c;
#define T(...) out[n++] = (__VA_ARGS__)
  T((float)s * 2); T((int)s); int i = s; T(i); long l = s; T(l); double e = s; T((int)(e * 10)); bool b = s; T(b); if (s) T(1); else T(0); T(g(s)); T(h(s)); T(j(s));
  i = m; T(i); l = m; T(l); T((int)m); T(static_cast<long>(m)); short t = m; T(t); 
  int *q = p; T(*q); const int *cq = p; T(cq[1]); int &o = r; o = 9; T(r.v); i = d; T(i); float z = d; T((int)z); l = d; T(l);
  A y(x); T(y.v); T((int)x); T(static_cast<long>(x)); l = c; T(l); t = c; T(t); switch (static_cast<int>(s)) { case 2: T(22); break; default: T(23); }
}

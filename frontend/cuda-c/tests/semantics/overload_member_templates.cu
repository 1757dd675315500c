// [temp.mem] member templates, their explicit arguments, and templates of constructors
// wrong: member-templates-deduce-all
struct S { int v; template <class T> __device__ S(T x) : v(sizeof(T) * 10) {} __device__ S(int x) : v(x) {} template <class T> __device__ int get() const { return sizeof(T) + v; } template <int N> __device__ int times() const { return N * v; } template <class T> __device__ int call(T a, T b) const { return a < b ? b : a; } };
template <class T> struct W { T t; template <class U> __device__ W(const W<U> &o) : t(o.t + 1) {} __device__ W(T x) : t(x) {} template <class U> __device__ U as() const { return U(t); } };
extern "C" __global__ void k(long long *out) {
  S a(1), b('c'), c(1.0), d = 2; W<double> w(2.5); W<int> x(w), y(3); W<int> z(y);
  out[0] = a.v; out[1] = b.v; out[2] = c.v; out[3] = d.v; out[4] = a.get<double>(); out[5] = d.times<5>();
  out[6] = a.call(3, 4); out[7] = a.call<char>(65, 300); out[8] = x.t; out[9] = z.t; out[10] = w.as<int>();
  out[13] = W<float>(y).t;
}

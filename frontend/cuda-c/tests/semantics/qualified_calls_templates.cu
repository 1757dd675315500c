// [temp.names] < after a template name opens arguments; >> closes two
// wrong: angles-are-less
template <int N> struct S { static constexpr int v = N; template <int M> __device__ int t() const { return N * M; } };
template <class T> struct W { T t; };
template <class T> __device__ int f() { return sizeof(T); }
__device__ int g(int a, int b) { return a * 10 + b; }
template <class T> __device__ int call(const T &s) { return s.template t<3>(); }
constexpr int A = 1, B = 8;
extern "C" __global__ void k(long long *out) {
  W<W<char>> w = {{5}}; S<(B >> 2)> s; S<3> r; int a = 5, b = 1, c = 9;
  out[0] = w.t.t; out[1] = s.v; out[2] = S<(4 > 2)>::v; out[3] = f<W<short>>(); out[4] = f<int>() < 5;
  out[5] = g(a < b, c > (b)); out[6] = r.t<2>(); out[7] = call(r); out[8] = S<A + B>::v; out[9] = (a < b) > c;
  out[10] = f<S<1>>(); out[11] = S<sizeof(int)>::v > a >> 1;
}

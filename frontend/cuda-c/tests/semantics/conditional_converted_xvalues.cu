// [expr.cond] beside an xvalue a class becomes the object that its conversion function refers to by &&
// wrong: converted-xvalues-are-values
struct D { int y; __device__ D(int a) : y(a) {} __device__ D(const D &o) : y(o.y + 100) {} };
__device__ int memory[1], gi = 3;
struct CR { __device__ operator D &&() { return static_cast<D &&>(*(D *)memory); } };
struct CV { __device__ operator D() { return D(8); } };
struct CL { __device__ operator D &() { return *(D *)memory; } };
struct CI { __device__ operator int &&() { return static_cast<int &&>(gi); } };
template <class A, class B> struct is { enum { v = 0 }; };
template <class A> struct is<A, A> { enum { v = 1 }; };
extern "C" __global__ void k(long long *out) {
  D d(1), *g = (D *)memory; memory[0] = 3; gi = 3; volatile bool t = true; int n = 0, i = 1;
  D &&r = t ? static_cast<D &&>(d) : CR(); out[n++] = &r == &d;
  D &&q = !t ? static_cast<D &&>(d) : CR(); out[n++] = &q == g;
  d.y = 9; out[n++] = r.y; CR c; D &&w = t ? c : static_cast<D &&>(d); out[n++] = &w == g;
  out[n++] = is<decltype(t ? static_cast<D &&>(d) : CR()), D &&>::v;
  out[n++] = is<decltype(t ? static_cast<D &&>(d) : CV()), D>::v; out[n++] = (t ? static_cast<D &&>(d) : CV()).y;
  out[n++] = is<decltype(t ? static_cast<D &&>(d) : CL()), D>::v; out[n++] = (!t ? static_cast<D &&>(d) : CL()).y;
  int &&x = t ? static_cast<int &&>(i) : CI(); out[n++] = &x == &i;
  int &&y = !t ? static_cast<int &&>(i) : CI(); out[n++] = &y == &gi;
  out[n++] = is<decltype(t ? static_cast<int &&>(i) : CI()), int &&>::v; out[n++] = is<decltype(t ? i : CI()), int>::v;
}

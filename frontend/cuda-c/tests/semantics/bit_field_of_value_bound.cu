// [dcl.init.ref] 5.2, [class.bit] 3 a reference to a bit-field of a class's value is bound to a temporary
// wrong: parts-of-values-have-places
namespace bits_of_values {
struct P { short v : 11; int f : 18; unsigned long long w : 40; int whole; __device__ P(long long n) : v(n), f(n + 1), w(n + 2), whole(n + 3) {} };
struct Q { P p; int g : 7; __device__ Q(long long n) : p(n), g(n + 20) {} };
struct R { int a : 5, b : 6; };
__device__ __noinline__ P make(int n) { return P(n); }
__device__ __noinline__ Q wrap(int n) { return Q(n); }
__device__ __noinline__ R both(int n) { R r = {n, n + 1}; return r; }
struct A { long long v; __device__ A(const int &x, unsigned short &y) : v(x) { y = x; } };
__device__ long long c(const int &x) { return x; }
__device__ long long s(const short &x) { return x; }
__device__ long long l(const long long &x) { return x; }
__device__ void run(long long *out, int &n) { int m = out[0] == 0 ? 4 : 5; unsigned short h = 3;
  out[n++] = c(make(m).f); out[n++] = s(make(m).v); out[n++] = l(make(m).w);
  out[n++] = c(wrap(m).g); out[n++] = c(wrap(m).p.f); out[n++] = c(P(m).f); out[n++] = c(Q(m).p.whole);
  A a(make(m).f, h); out[n++] = a.v; out[n++] = h; A b{make(m + 1).f, h}; out[n++] = b.v; b = {make(m + 2).f, h}; out[n++] = b.v; out[n++] = h;
  const int &x = make(m).f; out[n++] = x; const auto &w = both(m).a; out[n++] = w;
  out[n++] = c((m, both(m).b)); out[n++] = c(m ? both(m).a : both(m).b); out[n++] = c(m > 9 ? both(m).a : make(m).f); out[n++] = c((m++, m > 9) ? both(m).a : both(m).b);
  out[n++] = c((const int &)both(m).b); out[n++] = c((int)both(m).b); }
}
extern "C" __global__ void k(long long *out) { int n = 0; bits_of_values::run(out, n); }

// [class.access] struct members are public, class members private unless said otherwise; friends and members see all
// wrong: private-is-for-all
class A { int v; protected: int w; public: __device__ A(int x) : v(x), w(x + 1) {} __device__ int get() const { return v; } friend __device__ int peek(const A &a) { return a.v * 10; } friend struct F; friend __device__ int other(const A &); __device__ int cmp(const A &o) const { return o.v - v; } };
struct F { __device__ int f(A &a) { return ++a.v; } };
__device__ int other(const A &a) { return a.v + 1000; }
class B : public A { public: __device__ B() : A(5) {} __device__ int g() { return w; } using A::w; };
struct C : private A { __device__ C() : A(7) {} using A::get; __device__ int h() { return w; } };
class E { struct P { int p; }; public: __device__ static P make() { return {3}; } };
extern "C" __global__ void k(long long *out) {
  A a(1), b(9); F f; B x; C y; auto p = E::make();
  out[0] = a.get(); out[1] = peek(a); out[2] = f.f(a); out[3] = other(a); out[4] = a.cmp(b); out[5] = x.g();
  out[6] = x.w; out[7] = y.get(); out[8] = y.h(); out[9] = p.p;
}

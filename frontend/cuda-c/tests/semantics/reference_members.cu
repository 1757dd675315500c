// [class.base.init] a reference member is bound once, and is the object
// wrong: reference-members-are-copies
struct S { int &r; const int &c; __device__ S(int &x, const int &y) : r(x), c(y) {} __device__ void set(int v) const { r = v; } };
struct A { int &r; int n; };
struct P { A &a; __device__ P(A &x) : a(x) {} __device__ int get() { return a.r + a.n; } };
extern "C" __global__ void k(long long *out) {
  int i = 1, j = 2; S s(i, j); s.set(5); j = 7; A a = {j, 3}; a.r++; P p(a); p.a.n = 10; S t = s; t.r = 6; A b{i, 4}; A d = b; d.r += 100; const S cs(j, i); cs.r = 50;
  out[0] = i; out[1] = s.c; out[2] = j; out[3] = p.get(); out[4] = s.r; out[5] = &t.r == &i; out[6] = b.r;
  out[7] = sizeof(S); out[8] = a.n; out[9] = &cs.c == &i;
}

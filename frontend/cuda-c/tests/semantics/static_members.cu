// [class.static] static members belong to the class; static functions have no this
// wrong: static-members-per-object
struct S { static constexpr int k = 5; static constexpr int t[3] = {1, 2, 3}; enum { e = 7 }; int v; __device__ static int f(int x) { return x + k; } __device__ int g() { return f(v) + e; } __device__ static int h(const S &s) { return s.v; } };
struct B : S { __device__ static int f(double) { return 9; } __device__ int m() { return S::f(1) + f(1); } };
template <class T> struct W { static constexpr int size = sizeof(T); static const int twice = size * 2; };
extern "C" __global__ void k(long long *out) {
  S s = {4}; B b; b.v = 2; S *p = &s;
  out[0] = S::k; out[1] = s.k; out[2] = S::f(1); out[3] = s.f(2); out[4] = p->f(3); out[5] = s.g();
  out[6] = S::h(s); out[7] = b.m(); out[8] = B::f(1); out[9] = b.S::f(1); out[10] = S::e; out[11] = S::t[1];
  out[12] = W<double>::size; out[13] = W<char>::twice; out[14] = B::k + sizeof(S);
}

// [over.match.oper] of an overloaded assignment the right operand is evaluated first, as of the language's own
// wrong: operator-assigns-from-the-left
__device__ int n;
__device__ int t(int x) { n = n * 10 + x; return x; }
struct S { int v; __device__ S(int x = 0) : v(x) {} __device__ S &operator=(int x) { v = x; return *this; } __device__ S &operator+=(int x) { v += x; return *this; } __device__ S &operator=(const S &o) { v = o.v + 1; return *this; } };
__device__ S &operator<<=(S &a, const S &b) { a.v = a.v * 10 + b.v; return a; }
__device__ int operator-=(S &a, int b) { return a.v -= b; }
__device__ S operator<<(const S &a, const S &b) { return S(a.v * 10 + b.v); }
__device__ S *g;
__device__ S &s(int i) { t(i); return g[i]; }
extern "C" __global__ void k(long long *out) {
  S room[4]; g = room;
  n = 0; s(1) = t(2); out[0] = n; n = 0; s(1) += t(3); out[1] = n; n = 0; s(2) = s(1); out[2] = n; out[3] = g[2].v;
  n = 0; s(1) <<= S(t(3)); out[4] = n; n = 0; out[5] = s(1) -= t(2); out[6] = n; n = 0; (s(1) = t(2)) = t(3); out[7] = n;
  n = 0; s(1) = s(2) = t(3); out[8] = n; n = 0; s(1) << s(2) << S(t(3)); out[9] = n; out[10] = g[1].v; out[11] = g[2].v;
  int x = 5; S a; S *p = &a; (x = 7, *p) = x; out[12] = a.v; (x = 9, *p) += x; out[13] = a.v; out[14] = x;
}

// [dcl.ref] T&& binds to rvalues only; a named one is an lvalue
// wrong: rvalue-references-are-lvalue-references
struct S { int v; __device__ S(int x) : v(x) {} };
__device__ int f(S &) { return 1; }
__device__ int f(const S &) { return 2; }
__device__ int f(S &&) { return 3; }
__device__ int g(const S &) { return 4; }
__device__ int g(S &&) { return 5; }
__device__ int h(int &) { return 6; }
__device__ int h(int &&) { return 7; }
__device__ int thru(S &&s) { return f(s) * 10 + f(static_cast<S &&>(s)); }
__device__ S make() { return S(1); }
__device__ const S cmake() { return S(1); }
extern "C" __global__ void k(long long *out) {
  S s(1); const S c(2); int i = 0; int &&r = 5; int &&q = static_cast<int &&>(i); q = 9; r += 2; S &&t = S(4); t.v++;
  out[0] = f(s); out[1] = f(c); out[2] = f(S(1)); out[3] = f(make()); out[4] = f(cmake());
  out[5] = f(static_cast<S &&>(s)); out[6] = g(s); out[7] = g(make()); out[8] = g(c); out[9] = h(i);
  out[10] = h(3); out[11] = h(r); out[12] = h(i + 1); out[13] = h(i++); out[14] = h(++i); out[15] = thru(S(1));
  out[16] = i; out[17] = r; out[18] = t.v; out[19] = f((S &&)s); out[20] = f({5}); out[21] = f(1);
}

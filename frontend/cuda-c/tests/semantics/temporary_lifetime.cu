// [class.temporary] a temporary bound to a reference lives as long as the reference
// wrong: temporaries-share-a-place
struct S { int v; __device__ S(int x) : v(x) {} __device__ int add(int k) const { return v + k; } };
__device__ S make(int x) { return S(x); }
__device__ const S &same(const S &s) { return s; }
__device__ int two(const S &a, const S &b) { return a.v * 10 + b.v; }
extern "C" __global__ void k(long long *out) {
  const S &a = make(1); const S &b = make(2); S &&c = make(3); c.v += 5; int x = 1; const int &d = x + 1; const int &e = x * 7; const int &m = make(9).v;
  for (int i = 0; i < 3; i++) { const S &t = make(i); x += t.v; }
  out[0] = a.v; out[1] = b.v; out[2] = c.v; out[3] = d; out[4] = e; out[5] = m; out[6] = x;
  out[7] = same(make(4)).v; out[8] = two(5, 6); out[9] = make(7).add(1); out[10] = two(make(1), same(S(2)));
}

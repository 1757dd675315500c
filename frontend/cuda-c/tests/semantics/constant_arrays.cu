// [expr.const] arrays and string constants are constants: elements, pointers into them, references and range loops
// wrong: only-numbers-are-constants
template <int N> struct Table { int v[N]; __device__ constexpr int operator[](int i) const { return v[i]; } };
template <int N> __device__ constexpr Table<N> squares() { Table<N> t{}; for (int i = 0; i < N; i++) t.v[i] = i * i; return t; }
template <int N> __device__ constexpr int total(const int (&a)[N]) { int s = 0; for (int x : a) s += x; return s; }
__device__ constexpr int length(const char *s) { const char *p = s; while (*p) ++p; return p - s; }
__device__ constexpr unsigned hash(const char *s) { unsigned h = 2166136261u; while (*s) { h ^= (unsigned char)*s++; h *= 16777619u; } return h; }
__device__ constexpr int sorted(int n) {
  int a[5] = {3, 1, 4, 1, 5};
  for (int i = 0; i < 5; i++) for (int j = 0; j + 1 < 5; j++) if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
  return a[n];
}
constexpr Table<6> table = squares<6>();
__device__ constexpr int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
struct S { static constexpr int t[3] = {7, 8, 9}; };
extern "C" __global__ void k(long long *out) {
  constexpr int local[] = {1, 2, 3, 4};
  char a[table[3]], b[length("hello")], c[total(local)], d["xyz"[1] - 'x'], e[sorted(3)], f[grid[1][2]], g[S::t[1]];
  static_assert(L"ab"[1] == L'b' && u"ab"[0] == u'a' && U"a"[1] == 0, "");
  out[0] = sizeof a; out[1] = sizeof b; out[2] = sizeof c; out[3] = sizeof d; out[4] = sizeof e; out[5] = sizeof f; out[6] = sizeof g;
  for (int i = 0; i < 3; i++) out[7 + i] = table[i + 2] * 100 + S::t[i];
  switch ((unsigned)out[0] == 9 ? hash("a") : 0u) { case hash("a"): out[10] = 1; break; case hash("b"): out[10] = 2; }
}

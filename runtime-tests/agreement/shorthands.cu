// NVRTC only (clang lacks a header here). What newer C++ writes shorter: conditions, range loops, results, lists as arguments.
struct P { int x, y; };
struct L { P a, b; __device__ L(P p, P q) : a(p), b(q) {} __device__ L(int v) : a{v, v}, b{v, 1} {} };
struct M { __device__ int m(int2 v, int k = 2) { return v.x * k + v.y; } __device__ int operator()(P p) const { return p.x - p.y; } };
struct R { int d[3]; __device__ int *begin() { return d; } __device__ int *end() { return d + 3; } __device__ const int *begin() const { return d + 1; } __device__ const int *end() const { return d + 3; } };
struct S { int a; template <class T> __device__ auto add(T t) const -> decltype(t + a) { return t + a; } __device__ auto &ref() { return a; } };
__device__ int f(P p) { return p.x + p.y; }
__device__ int f(P p, int k) { return p.x * k; }
__device__ int g(const L &l) { return l.a.x * 10 + l.b.y; }
template <class T> __device__ T h(T a, P p) { return a + p.y; }
__device__ P pair(int a) { return {a, a + 1}; }
__device__ int nothing() { return {}; }
template <class A, class B> __device__ auto sum(A a, B b) -> decltype(a + b) { return a + b; }
__device__ auto half(int x) { if (x > 3) return x * 0.5f; return 100.5f; }
__device__ auto second(int *p) -> int & { return p[1]; }
__device__ auto *third(int *p) { __shared__ int s[3]; s[0] = 2; return p + s[0]; }
__device__ auto &fourth(int *p) { return p[3]; }
__device__ auto fifth(int *p) { p[4] = 50; }
__device__ decltype(auto) twice(int x) { return x * 2; }
template <int N> __device__ auto down(int x) { if constexpr (N == 0) return x; else return down<N - 1>(x) + 0.5f; }
template <class T> __device__ auto square(T x) { return x * x; }
__device__ int next(int &n) { return --n; }
extern "C" __global__ void run([[maybe_unused]] int *o, float *w, int n) {
  int k = 0, a[4] = {1, 2, 3, 4}, c = n, s = 0;
  if (int v = o[120]) o[k++] = v; else o[k++] = v + 7;
  if (int v = n) o[k++] = v; else o[k++] = -1;
  if (int v = n * 2; v > 20) o[k++] = 1; else if (int u = v - 10) o[k++] = u; else if (v == 10) [[likely]] { o[k++] = u + v + 3; } else o[k++] = 4;
  while (int v = next(c)) { if (v == 3) continue; s = s * 10 + v; }
  o[k++] = s;
  for (int i = 0; int v = 4 - i; ++i) { if (i == 1) continue; s += v; if (v == 1) break; }
  o[k++] = s; o[k++] = c;
  switch (int v = n - 3) { case 2: o[k++] = v; [[fallthrough]]; case 3: o[k++] = v + 1; break; default: o[k++] = 0; }
  switch (c = n; c + 1) { case 6: o[k++] = 66; }
  if (int *p = n > 4 ? a : nullptr) o[k++] = p[1];
  while (const P *p = s > 0 ? (const P *)a : nullptr) { s = -p->y; }
  o[k++] = s; s = 0;
  for (int x : a) { if (x == 2) continue; s += x; if (x == 3) break; }
  o[k++] = s;
  for (auto &x : a) x *= 2;
  for (const auto &x : a) s += x;
  for (auto x : {n, 2, 30}) s += x;
  o[k++] = s;
  int m[2][3] = {}; for (auto &r : m) for (auto &x : r) x = ++s;
  o[k++] = m[1][2] + m[0][0];
  R r = {{5, 6, 7}}; const R q = r; for (int &x : r) x += 100; for (int x : r) o[k++] = x; for (int x : q) o[k++] = x;
  P ps[2] = {{1, 2}, {3, 4}}; for (P p : ps) { p.x = 9; s += p.y; } for (auto &p : ps) s += p.x;
  o[k++] = s;
  __shared__ float sh[3]; for (float &x : sh) x = 1.5f; __syncthreads(); float t = 0; for (float x : sh) t += x;
  w[0] = t; w[1] = half(n); w[2] = half(n - 3); w[3] = down<2>(n); w[4] = sum(n, 2.25f); w[5] = square(1.5f);
  second(a) = 70; fourth(a) = 80; fifth(o + 100); *third(a) = 90; for (int x : a) o[k++] = x;
  S e{3}; e.ref() = 11; w[6] = e.add(0.5f); o[k++] = e.add(n); o[k++] = twice(n); o[k++] = square(n); o[k++] = sizeof(sum('a', 'b')) + sizeof(square(2.0));
  L l{{1, 2}, {3, 4}}, z({5, 6}, P{7, 8}); o[k++] = g(l); o[k++] = g(z); o[k++] = g({{n, 2}, {3, 4}}); o[k++] = g({n});
  o[k++] = f({1, n}); o[k++] = f({n}); o[k++] = f({}); o[k++] = f({n, 1}, 3); o[k++] = h(n, {1, 2}); o[k++] = M().m({4, n}); o[k++] = M().m({4, n}, {5}); o[k++] = M()({n, 3});
  o[k++] = pair(n).y; o[k++] = nothing(); P last; last = {n, 8}; o[k++] = last.x + last.y;
}

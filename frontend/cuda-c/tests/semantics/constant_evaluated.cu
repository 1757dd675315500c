// [expr.const] what must be a constant is computed as one, and what need not be is not: control, early returns, what is not reached
// wrong: constexpr-is-no-constant
__device__ int outside() { return 1; }
__device__ constexpr int where() { return __builtin_is_constant_evaluated() ? 1 : 2; }
__device__ constexpr int guarded(int n) { return n > 0 ? n : outside(); }
__device__ constexpr int control(int n) {
  int s = 0;
  for (int i = 0; i < 10; i++) { if (i % 2) continue; if (i > n) break; s += i; }
  int j = 0;
  do { if (++j == 3) continue; } while (j < 5);
  while (true) { if (++j > n * 3) return s * 100 + j; }
}
__device__ constexpr int chosen(int n) {
  int r = 0;
  switch (n) { case 1: r += 1; case 2: r += 2; break; case 3: { r = 9; break; } default: r = 7; }
  return r;
}
template <class T> __device__ constexpr void swap(T &a, T &b) { T t = a; a = b; b = t; }
__device__ constexpr int swapped() { int a = 1, b = 2; swap(a, b); return a * 10 + b; }
extern "C" __global__ void k(long long *out) {
  constexpr int c = where();
  const int maybe = where();
  int plain = where();
  char t[guarded(3)], u[control(6)], v[chosen(1) * 1000 + chosen(2) * 100 + chosen(3) * 10 + chosen(4)], w[swapped()];
  out[0] = c; out[1] = maybe; out[2] = plain; out[3] = sizeof t; out[4] = sizeof u; out[5] = sizeof v; out[6] = sizeof w;
}

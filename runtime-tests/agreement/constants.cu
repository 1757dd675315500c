// Functions that are constexpr, where constants must stand: what they give is checked through sizes and cases.
__host__ __device__ constexpr int sq(int x) { return x * x; }
constexpr __host__ __device__ int fact(int n) { int r = 1; for (int i = 2; i <= n; i++) r *= i; return r; }
__host__ __device__ constexpr int divup(int a, int b) { return (a + b - 1) / b; }
template <class T> __host__ __device__ constexpr T larger(const T &a, const T &b) { return a < b ? b : a; }
__host__ __device__ constexpr int log2i(int n) { int k = 0; for (; n > 1; n /= 2) k++; return k; }
__host__ __device__ constexpr int gcd(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }
__host__ __device__ constexpr unsigned pick(int k) { switch (k) { case 1: return 10; case 2: { unsigned v = 3; while (true) { v += 2; if (v == 7) continue; if (v > 10) break; } return v; } default: return 7u; } }
__host__ __device__ constexpr bool pow2(unsigned n) { return n && !(n & (n - 1)); }
__host__ __device__ constexpr float half(float x) { return x * 0.5f; }
__host__ __device__ constexpr int narrow(double x) { unsigned char c = 250; c += 10; int k = 3; do { k--; ++c; } while (k > 0); return (int)x + c; }
__host__ __device__ constexpr int both(int a, int b = sq(3)) { return larger(a, b) * 100 + larger(larger(a, 4), b); }
__host__ __device__ constexpr long long shifts(int n) { long long v = 1; v <<= n; v |= 5; v ^= ~0LL; return -v; }
template <int N> struct B { static constexpr int size = divup(N, 3); int d[divup(N, 2)]; static __device__ constexpr int bytes() { return N * 4; } };
constexpr int G = fact(3) + sq(2);
enum { EN = sq(5) + (pow2(48) ? 1000 : 0) };
template <int N> __device__ int value() { return N; }
template <long long N> __device__ long long wide() { return N; }
extern "C" __global__ void __launch_bounds__(divup(1000, 8)) run(int *o, float *f, int n) {
  int k = 0;
  __shared__ int s[divup(100, 32)];
  constexpr int m = fact(4);
  int a[m];
  o[k++] = sizeof(s); o[k++] = sizeof(a); o[k++] = G; o[k++] = EN; o[k++] = m;
  o[k++] = value<sq(3)>(); o[k++] = value<larger(2, 3)>(); o[k++] = value<log2i(1 << 20)>(); o[k++] = value<gcd(84, 36)>();
  o[k++] = value<pick(1)>(); o[k++] = value<pick(2)>(); o[k++] = value<pick(3)>(); o[k++] = value<pow2(64)>(); o[k++] = value<narrow(9.75)>(); o[k++] = value<both(2)>(); o[k++] = value<both(20)>();
  long long v = wide<shifts(35)>(); o[k++] = (int)v; o[k++] = (int)(v >> 32);
  o[k++] = sizeof(B<7>); o[k++] = B<7>::size; o[k++] = B<7>::bytes(); o[k++] = divup(n, 3); o[k++] = fact(n);
  constexpr float h = half(3.0f); f[0] = h; const int c = pick(2); int z[c]; o[k++] = sizeof(z);
  static_assert(divup(3, 2) == 2 && !pow2(12), "");
  if constexpr (pow2(32)) o[k++] = 1; else o[k++] = 2;
#pragma unroll (sq(2))
  for (int i = 0; i < 4; i++) o[k++] = i * n;
  switch (n * 5) { case sq(5): o[k++] = 55; break; default: o[k++] = 66; }
}

// [dcl.constexpr] constexpr values are computed when compiling, with loops and locals
// wrong: constexpr-is-no-constant
constexpr int D_ = 1;
__device__ constexpr int fact(int n) { int r = 1; while (n > 1) r *= n--; return r; }
__device__ constexpr int sum(int n) { int s = 0; for (int i = 1; i <= n; i++) { if (i == 3) continue; s += i; } return s; }
constexpr unsigned N(1024);
static constexpr auto K = 8;
constexpr double d = 1.5 * 3;
constexpr long long big = 1ll << 40;
static_assert(fact(5) == 120, "fact");
static_assert(sum(4) == 7);
extern "C" __global__ void k(long long *out) {
  int a[fact(4)]; constexpr int m = sum(10) / 2; enum { e = fact(3) + K }; int x = out[0] + 5;
  switch (x) { case fact(2) + 3: out[30] = 1; break; default: out[30] = 2; }
  out[0] = sizeof a; out[1] = m; out[2] = e; out[6] = N; out[7] = K;
  out[8] = (int)(d * 2); out[9] = big; out[10] = fact(x); out[11] = sum(x); 
  out[14] = D_;
}

// [over.match.copy] copy-initialisation does not consider explicit constructors and conversions; direct does
// wrong: explicit-is-implicit
struct T { int v; __device__ T(long long x) : v(1) {} __device__ explicit T(int x) : v(2) {} __device__ T(double x) : v(3) {} };
struct Q { int v; __device__ Q(long long x) : v(1) {} __device__ explicit Q(int x) : v(2) {} };
struct F { __device__ explicit operator bool() const { return true; } __device__ operator int() const { return 5; } };
__device__ int take(T t) { return t.v; }
__device__ T give(short x) { return (long long)x; }
extern "C" __global__ void k(long long *out) {
  T a(1), b = 1ll, c{1}, d = T(1), e = 1.5; F f; long long ll = 4;
  out[0] = a.v; out[1] = b.v; out[2] = c.v; out[3] = d.v; out[4] = e.v; out[5] = take(ll); out[6] = take(2.5f);
  out[7] = give(3).v; out[8] = f ? 7 : 8; out[9] = f + 1; out[10] = !f; out[11] = (f && true); out[12] = int(f);
  out[13] = static_cast<T>(1).v; out[14] = static_cast<bool>(f); out[15] = ((T)3).v;
  Q q = 1, r(1); out[16] = q.v; out[17] = r.v;
}

// [dcl.fct.default] default arguments stand for what is missing at the end, evaluated at each call
// wrong: default-arguments-are-zero
__device__ int g = 1;
__device__ int f(int a, int b = 2, int c = g + 3) { return a * 100 + b * 10 + c; }
__device__ int h(int a, int = 5);
__device__ int h(int a, int b) { return a * 10 + b; }
struct S { int n; __device__ S(int x = 4, int y = 2) : n(x * y) {} __device__ int m(int k = 3) const { return n + k; } };
__device__ int k2(S s = S(3)) { return s.n; }
__device__ int q(int a);
__device__ int q(int a = 6);
__device__ int q(int a) { return a + 1; }
extern "C" __global__ void k(long long *out) {
  S s, t(5), u(1, 1); int a = f(1); g = 4;
  out[0] = a; out[1] = f(1); out[2] = f(1, 3); out[3] = f(1, 3, 4); out[4] = h(1); out[5] = s.n; out[6] = t.n;
  out[7] = u.n; out[8] = s.m(); out[9] = s.m(1); out[10] = k2(); out[11] = k2(7); out[12] = q(); out[13] = q(1);
}

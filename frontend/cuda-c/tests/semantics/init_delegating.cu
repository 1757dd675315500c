// [class.base.init] a constructor may delegate to another, whose body runs first
// wrong: delegation-defaults
struct S { int a, b, t; __device__ S(int x, int y) : a(x), b(y), t(1) {} __device__ S(int x) : S(x, 9) { t = t * 10 + 2; } __device__ S() : S(5) { t = t * 10 + 3; } };
extern "C" __global__ void k(long long *out) {
  S a, b(7), c(1, 2), d = 4, e{}, f[2] = {8};
  out[0] = a.a; out[1] = a.b; out[2] = a.t; out[3] = b.a; out[4] = b.t; out[5] = c.t; out[6] = d.a; out[7] = d.b;
  out[8] = d.t; out[9] = e.t; out[10] = f[0].a; out[11] = f[1].a; out[12] = f[1].t;
}

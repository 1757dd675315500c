// [expr.type.conv] T({}) hands an empty list to a constructor's parameter, and T{} has no argument
// wrong: parentheses-are-braces
struct S { int x; __device__ S(int v = 42) : x(v) {} };
struct P { int a, b; __device__ P(int x, int y) : a(x), b(y) {} __device__ P() : a(7), b(8) {} };
struct Q { P p; __device__ Q(P v) : p(v) {} __device__ Q(int) : p(9, 9) {} };
extern "C" __global__ void k(long long *out) {
  out[0] = S({}).x; out[1] = S{}.x; out[2] = S().x; S s({}); out[3] = s.x; S t = S({3}); out[4] = t.x;
  out[5] = Q({1, 2}).p.b; out[6] = Q{{3, 4}}.p.a; out[7] = Q({}).p.a + 100;
}

// [dcl.struct.bind] names for the members or elements of an object, copied or referred to
// wrong:
// absent: E0030
struct S { int a; char b; double c; };
__device__ S make(int x) { return {x, 98, 2.5}; }
extern "C" __global__ void k(long long *out) {
  S s = {1, 2, 3.5}; int t[3] = {4, 5, 6}; auto [a, b, c] = s; auto &[x, y, z] = t; auto [p, q, r] = t; auto &[m, n, o] = s; y = 50; q = 60; m = 9; auto [f, g, h] = make(7); const auto &[u, v, w] = make(8);
  out[0] = a; out[1] = b; out[2] = c * 2; out[3] = t[1]; out[4] = q; out[5] = s.a; out[6] = f; out[7] = g;
  out[8] = h * 2; out[9] = u; out[10] = x + z + p + r; out[11] = n; out[12] = sizeof b;
}

// [class.base.init] bases, then members in the order of declaration, whatever the list says
// wrong: members-in-written-order
struct L { int *t; __device__ L(int *p, int v) : t(p) { *t = *t * 10 + v; } };
struct B1 : L { __device__ B1(int *p) : L(p, 1) {} };
struct B2 : L { __device__ B2(int *p) : L(p, 2) {} };
struct S : B1, B2 { int a, b; L x, y; __device__ S(int *p) : y(p, 4), x(p, 3), b(7), a(b0(p)), B2(p), B1(p) { *p = *p * 10 + 5; } __device__ static int b0(int *p) { return *p; } };
struct T { int n = 4, m = n * 2, k; __device__ T(int v) : k(m + v) {} __device__ T() : n(1), k(0) {} };
extern "C" __global__ void k(long long *out) {
  int t = 0; S s(&t); T u(3), v;
  out[0] = t; out[1] = s.a; out[2] = s.b; out[3] = u.n; out[4] = u.m; out[5] = u.k; out[6] = v.n; out[7] = v.m;
}

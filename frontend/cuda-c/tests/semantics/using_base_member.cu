// [namespace.udecl] using B::g makes a hidden member of a base visible, and joins overloads
// wrong: using-members-ignored
struct A { int v; int n; __device__ int g(int) { return 1; } __device__ int g(double) { return 2; } __device__ int h() { return 3; } };
struct B { __device__ int g(char) { return 4; } __device__ int h() { return 5; } };
struct C : A, B { using A::g; using B::g; using B::h; __device__ int g(void *) { return 6; } };
struct P : private A { using A::v; using A::h; __device__ int g(int x) { return A::g(x) + 10; } };
struct Q : A { int v; using A::n; __device__ Q() : v(7) { A::v = 8; } };
extern "C" __global__ void k(long long *out) {
  C c; P p; p.v = 9; Q q; q.n = 5;
  out[0] = c.g(1); out[1] = c.g(1.0); out[2] = c.g('a'); out[3] = c.g(&c); out[4] = c.h(); out[5] = p.v;
  out[6] = p.h(); out[7] = p.g(1); out[8] = q.v; out[9] = q.A::v; out[10] = q.n; out[11] = c.A::h();
}

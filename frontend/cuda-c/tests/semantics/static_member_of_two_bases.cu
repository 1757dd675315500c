// [class.member.lookup] a static member of a class that is a base by two ways is one function
// wrong: pointers-step-in-bytes
struct A { __device__ static int f(int n) { return n + 1; } __device__ static int f() { return 2; } };
struct B : A { int b; }; struct C : A { int c; }; struct D : B, C { int d; __device__ int m() { return f(3); } };
extern "C" __global__ void k(long long *out) {
  D d{}; int n = 0; D list[2];
  out[0] = d.f(5); out[1] = D::f(); out[2] = d.m(); out[3] = (n++, d).f(); out[4] = n; out[5] = list[n].f(7);
}

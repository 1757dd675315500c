// [basic.scope.hiding] a declaration in an inner scope hides all outer overloads
// wrong: inner-scopes-hide-nothing
__device__ int f(int) { return 1; }
__device__ int f(double) { return 2; }
namespace n { __device__ int f(double) { return 3; } __device__ int g() { return f(1); } }
struct S { __device__ int f(char) const { return 4; } __device__ int g() const { return f(1000); } __device__ int h() const { return ::f(1000); } };
struct B { __device__ int m(int) { return 5; } __device__ int m(double) { return 6; } };
struct Dv : B { __device__ int m(char) { return 7; } };
struct E : B { using B::m; __device__ int m(char) { return 8; } __device__ int m(int) { return 9; } };
extern "C" __global__ void k(long long *out) {
  Dv d; E e; S s;
  out[0] = n::g(); out[1] = s.g(); out[2] = s.h(); out[3] = d.m(1); out[4] = d.m(1.5); out[5] = d.B::m(1);
  out[6] = d.B::m(1.5); out[7] = e.m(1); out[8] = e.m(1.5); out[9] = e.m('a'); out[10] = f(1);
  int x = 5; { int x = 6; out[11] = x; { int x = x = 7; out[12] = x; } out[13] = x; }
  out[11] = x;
}

// [dcl.fct.default] names in a default argument are those of its declaration, whatever the call sees
// wrong: default-arguments-see-callers
__device__ int x = 3;
__device__ int f(int a) { return a * 2; }
__device__ int defa(int b = x) { return b; }
__device__ int d2(int a = f(2)) { return a; }
struct S { static constexpr int c = 9; __device__ static int m(int a = c) { return a; } __device__ S(int v = f(5)) : v(v) {} int v; };
namespace N { __device__ int y = 8; __device__ int h(int a = y) { return a; } }
extern "C" __global__ void k(long long *out) {
  { int x = 5; out[0] = defa(1); out[1] = defa() + x; } { int f = 3; out[2] = d2() + f; } { int c = 1, y = 2; out[3] = S::m() + c; out[4] = N::h() + y; }
  { int f = 1; S s; out[5] = s.v + f; }
}

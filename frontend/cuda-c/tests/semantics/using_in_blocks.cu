// [namespace.udecl] a using declaration in a block hides what stands around it, locals too
// wrong: using-in-blocks-hides-nothing
namespace N { __device__ int x = 4; __device__ int f(int a) { return a + 1; } struct T { int v; }; enum E { e = 6 }; }
namespace O { __device__ int f(double) { return 50; } __device__ int x = 7; }
__device__ int f(long) { return 100; }
extern "C" __global__ void k(long long *out) {
  int x = 1; { using N::x; out[0] = x; x = 9; } out[1] = x; out[2] = N::x;
  { int f = 3; { using N::f; out[3] = f(1); } out[4] = f; } { using N::f; out[5] = f(1); } out[6] = f(1);
  { char T = 2; { using N::T; T t = {5}; out[7] = t.v; } out[8] = T; } { int e = 2; { using N::e; out[9] = e; } out[10] = e; }
  { using N::f; using O::f; out[11] = f(1); out[12] = f(1.5); { using O::f; out[13] = f(1); } out[14] = f(1); }
}

// [namespace.udecl] a using declaration brings the name into its scope, overloads and all
// wrong: using-declarations-hide-nothing
namespace a { __device__ int f(int) { return 1; } __device__ int f(double) { return 2; } constexpr int k = 5; struct S { int v; }; enum E { ea = 6, eb }; template <class T> __device__ int t(T) { return 7; } }
namespace b { using a::f; __device__ int f(char) { return 3; } __device__ int call() { return f(1) * 100 + f(1.0) * 10 + f((char)1); } }
__device__ int f(int) { return 4; }
using a::S; using a::ea;
extern "C" __global__ void k(long long *out) {
  S s = {8};
  out[0] = f(1); out[1] = b::call(); out[2] = b::f(1.5); out[3] = s.v; out[4] = ea;
  { using a::f; using a::k; using a::t; out[5] = f(1); out[6] = f(1.5); out[7] = k; out[8] = t(1); }
  using a::eb; { using ::f; out[9] = f(1.5); }
  out[5] = eb;
}

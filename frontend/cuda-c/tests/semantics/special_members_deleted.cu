// [dcl.fct.def.delete] a deleted function takes part in overload resolution; others of its name are chosen past it only where better
// wrong: deleted-is-absent
struct S { int v; __device__ S(int x) : v(x) {} __device__ S(double) = delete; __device__ int f(int) { return 1; } __device__ int f(char) = delete; };
__device__ int g(int) { return 2; }
__device__ int g(float) = delete;
template <class T> __device__ int h(T) { return sizeof(T); }
template <> __device__ int h(long long) = delete;
template <class T, class = void> struct Can { static constexpr int v = 0; };
template <class T> __device__ auto test(int) -> decltype(S(T()), 1) { return 1; }
template <class T> __device__ int test(...) { return 0; }
template <class T> __device__ auto calls(int) -> decltype(g(T()), 1) { return 1; }
template <class T> __device__ int calls(...) { return 0; }
extern "C" __global__ void k(long long *out) {
  S s(3);
  out[0] = s.v; out[1] = s.f(1); out[2] = g(1); out[3] = h(1); out[4] = h('a'); out[5] = test<int>(0);
  out[6] = test<double>(0); out[7] = test<float>(0); out[8] = test<char>(0); out[9] = calls<int>(0);
  out[10] = calls<float>(0); out[11] = calls<short>(0);
}

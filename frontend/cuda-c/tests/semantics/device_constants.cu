// [expr.const] a const integer with static storage and a constant value is a constant expression
// wrong: constants-are-variables
__device__ const int N = 4;
static __device__ const unsigned M = N * 2;
__device__ constexpr double D = 2.5;
__device__ int a[N];
__device__ int b[M];
template <int I> __device__ int f() { return I; }
__device__ int g(int x) { switch (x) { case N: return 1; } return 0; }
__device__ long list[] = {1, N, sizeof(a), (long)(D * 2)};
namespace n { __device__ const short S = N + 1; }
extern "C" __global__ void k(long long *out) {
  int c[N + 1]; out[0] = sizeof(a) + sizeof(b) + sizeof(c); out[1] = f<N>(); out[2] = g(4); out[3] = list[1] + list[3]; out[4] = *&N;
  out[5] = f<n::S>(); static_assert(N == 4, ""); const int *p = &N; out[6] = *p;
}

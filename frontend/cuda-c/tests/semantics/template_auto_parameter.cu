// [temp.param] template <auto V> takes a value of any type, and so does decltype(auto) V; either has defaults
// wrong: auto-parameters-are-int
template <auto V> __device__ int aut() { return sizeof(V) * 10 + int(V); }
template <auto V> struct S { static constexpr auto v = V; };
template <decltype(auto) V> __device__ int any() { return sizeof(V) * 10 + int(V); }
template <decltype(auto) V> struct D { static constexpr decltype(V) v = V; };
template <auto V = 'c'> struct Given { static constexpr auto v = V; };
template <int N, decltype(auto) V = N * 2ll> struct Later { static constexpr auto v = V; };
__device__ int object;
template <decltype(auto) P> __device__ int set() { *P = 4; return sizeof(*P); }
template <class T> struct N { static constexpr int v = 0; };
template <> struct N<int *> { static constexpr int v = 1; };
template <decltype(auto) P> struct Kind { static constexpr int v = N<decltype(P)>::v; };
extern "C" __global__ void k(long long *out) {
  out[0] = aut<5>(); out[1] = aut<'a'>(); out[2] = aut<true>(); out[3] = aut<7ll>(); out[4] = S<3>::v;
  out[5] = sizeof(S<'a'>::v); out[6] = any<5>(); out[7] = any<'a'>(); out[8] = any<7ll>(); out[9] = sizeof(D<'a'>::v) + D<3>::v;
  out[10] = sizeof(Given<>::v) + Given<>::v; out[11] = sizeof(Given<7>::v) + Given<7>::v; out[12] = sizeof(Later<3>::v) + Later<3>::v;
  out[13] = set<&object>(); out[14] = object; out[15] = Kind<&object>::v + Kind<3>::v;
}

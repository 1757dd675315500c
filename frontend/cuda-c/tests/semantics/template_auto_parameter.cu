// [temp.param] template <auto V> takes a value of any type
// wrong: auto-parameters-are-int
template <auto V> __device__ int aut() { return sizeof(V) * 10 + int(V); }
template <auto V> struct S { static constexpr auto v = V; };
extern "C" __global__ void k(long long *out) {
  out[0] = aut<5>(); out[1] = aut<'a'>(); out[2] = aut<true>(); out[3] = aut<7ll>(); out[4] = S<3>::v;
  out[5] = sizeof(S<'a'>::v);
}

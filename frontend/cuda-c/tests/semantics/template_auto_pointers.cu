// [temp.param] auto *V and auto &V take objects of any type, whose qualifiers they keep
// wrong: auto-parameters-are-pointers
template <auto *V> struct C { static __device__ int f() { return *V; } typedef decltype(V) T; };
template <auto &V> struct D { __device__ int f() { return V; } };
template <const auto *V> struct E { static __device__ int g() { return V[1]; } typedef decltype(V) T; };
template <auto **V> struct F { static __device__ int g() { return **V; } };
template <auto &V> struct H { static __device__ int s() { return sizeof V; } };
template <auto V> struct G { static constexpr auto v = V; };
__device__ int g = 5;
__device__ int arr[3] = {1, 2, 3};
__device__ const long cl = 9;
__device__ int *gp = &g;
template <class T, class U> struct same { static constexpr int v = 0; };
template <class T> struct same<T, T> { static constexpr int v = 1; };
template <auto *V> __device__ int h(C<V>) { return *V + 1; }
template <auto &V> __device__ int r(D<V>) { return V + 2; }
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    C<&g> c;
    D<g> d;
    out[n++] = c.f(); out[n++] = d.f(); out[n++] = E<arr>::g(); out[n++] = F<&gp>::g();
    out[n++] = h(c); out[n++] = r(d); out[n++] = C<&cl>::f(); out[n++] = H<arr>::s(); out[n++] = G<7>::v;
    out[n++] = same<C<&g>::T, int *>::v; out[n++] = same<C<&cl>::T, const long *>::v;
    out[n++] = same<E<&g>::T, const int *>::v; out[n++] = same<E<&g>::T, int *>::v;
}

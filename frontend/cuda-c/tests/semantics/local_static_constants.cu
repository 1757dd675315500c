// [expr.const] a constant reference or pointer may name a local constant with static storage, and constants read through it
// wrong: static-locals-are-values
template<int N> struct A { char c[N]; };
__device__ int first(const int &r) { return r; }
extern "C" __global__ void k(long long *out) {
    static const int n = 5;
    static constexpr long m = 7;
    static const int a[2] = {1, 2};
    constexpr const int &r = n;
    constexpr const long *p = &m;
    constexpr const int &e = a[1];
    static_assert(r == 5 && *p == 7, "");
    struct L { char c[n]; static __device__ const int *at() { return &n; } };
    out[0] = r; out[1] = *p; out[2] = e; out[3] = &r == &n; out[4] = p == &m; out[5] = sizeof(A<r>); out[6] = sizeof(A<n + m>);
    out[7] = first(n); out[8] = sizeof(L); out[9] = L::at() == &n;
    switch (out[0]) { case n: out[10] = 3; }
}

// [class.mem] what bodies, default arguments and first values of members call is defined where the class is complete
// wrong: classes-stay-open
struct S {
    __device__ static int d(int x = f() + h(1)) { return x; }
    __device__ static constexpr int f() { return 3; }
    __device__ static constexpr int h(int x) { return x + f(); }
    __device__ int g() const { int a[f()] = {}; constexpr int y = h(2); return sizeof(a) / sizeof(int) + y; }
    struct N { int b = f() + 4; __device__ int g() const { constexpr int y = f(); return y; } };
    template<class T> __device__ int t() const { int a[f() + 1]; return sizeof(a) / sizeof(T); }
    int z = f() * 10;
};
struct D : S { int a[f()]; static constexpr int x = h(6); };
template<class T> struct V {
    __device__ static constexpr int f() { return sizeof(T); }
    int a[f()];
    static constexpr int y = f() + 1;
};
template<class T> struct Q { int a[T::f()]; };
struct P {
    __device__ static constexpr int f() { return 6; }
    Q<P> *q;
    __device__ int g() const { return sizeof(*q) / sizeof(int); }
};
extern "C" __global__ void k(long long *out) {
    S s; S::N n; P p{};
    out[0] = s.g(); out[1] = S::d(); out[2] = s.z; out[3] = n.b; out[4] = n.g(); out[5] = s.t<int>();
    out[6] = sizeof(D) - sizeof(S); out[7] = D::x; out[8] = sizeof(V<char[5]>); out[9] = V<short>::y; out[10] = p.g();
}

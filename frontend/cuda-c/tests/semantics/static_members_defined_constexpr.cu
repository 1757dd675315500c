// [class.static.data] what a class declares const may be defined as constexpr outside of it, and is a constant from there on
// wrong: definitions-are-not-constexpr
// options: -default-device
struct S {
    int x = 1;
    static const S s, t;
    static const int a[3];
    static const float f;
};
constexpr S S::s{};
constexpr S S::t = {4};
constexpr int S::a[3] = {1, 2, 3};
constexpr float S::f = 6.5f;
extern "C" __global__ void k(long long *out) {
    char a[S::s.x], b[S::t.x], c[S::a[2]], d[(int)S::f];
    out[0] = sizeof(a); out[1] = sizeof(b); out[2] = sizeof(c); out[3] = sizeof(d);
}

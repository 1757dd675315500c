// [class.copy.assign] an implicit move of a class moves its members by what fits them best, templates among it
// wrong: moves-see-no-templates
struct T { int v; __device__ T() : v(7) {} T(const T &) = default; T &operator=(const T &) = default; template <class U> __device__ T &operator=(U &&u) { v = u.v + 5000; return *this; } };
struct W { T m; };
struct X : T {};
struct Y { T m[2]; };
struct Z { T m; Z() = default; Z(const Z &) = default; Z(Z &&) = default; Z &operator=(const Z &) = default; Z &operator=(Z &&) = default; };
struct C { int v; __device__ C(int v) : v(v) {} C(const C &) = default; template <class U> __device__ C(U &&u) : v(u.v + 100) {} C &operator=(const C &) = default; };
struct D { C c; };
struct N { int v; __device__ N() : v(7) {} N &operator=(const N &) = default; __device__ N &operator=(N &) { v = 1; return *this; } };
struct M { N n; };
template <class V> __device__ V make() { return V(); }
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    W a, b;
    b = static_cast<W &&>(a); out[n++] = b.m.v; b = W(); out[n++] = b.m.v; b = a; out[n++] = b.m.v;
    X x, y;
    y = static_cast<X &&>(x); out[n++] = y.v; y = x; out[n++] = y.v;
    Y p, q;
    q = p; out[n++] = q.m[1].v;
    Z z, w;
    w = static_cast<Z &&>(z); out[n++] = w.m.v; w = z; out[n++] = w.m.v; w = make<Z>(); out[n++] = w.m.v;
    M r, s;
    s = static_cast<M &&>(r); out[n++] = s.n.v; s = r; out[n++] = s.n.v;
}

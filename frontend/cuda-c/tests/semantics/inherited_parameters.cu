// [class.inhctor.init] 1 the parameters of an inherited constructor are those of the base's: nothing is made of them, and no other constructor takes them
// wrong: inherited-parameters-are-moved
// host-only
struct V { V *me; int a; __device__ V(int n) : me(this), a(n) {} __device__ V(const V &o) : me(this), a(o.a + 10) {} __device__ V(V &&o) : me(this), a(o.a + 1000) {} };
struct B { int a; __device__ B(V v, int n = 0) : a(v.a + n + (v.me == &v ? 0 : 5000)) {} __device__ B(const V v, V w) : a(v.a * 10000 + w.a) {} };
struct C : B { using B::B; int z = 5; };
struct D : C { using C::C; };
struct O { int a; O(const O &) = delete; __device__ constexpr O(int n) : a(n) {} };
struct P { int a; __device__ constexpr P(O o) : a(o.a) {} };
struct Q : P { using P::P; };
struct E { int a; __device__ E(V v) : a(v.a) {} __device__ E(V &&v) : a(v.a + 7) {} };
struct F : E { using E::E; };
struct G { int a; __device__ G(short n) : a(n) {} template <class T> __device__ G(T &&) : a(-1) {} __device__ G(int (&&x)[2]) : a(x[1]) {} __device__ G(const volatile long &x) : a((int)x) {} };
struct H : G { using G::G; };
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    V v(1);
    C a(v), b(V(2)), c(3, 4), d(v, V(6)); out[n++] = a.a; out[n++] = b.a; out[n++] = c.a; out[n++] = d.a; out[n++] = a.z;
    D e(v), f(3), g(v, v); out[n++] = e.a; out[n++] = f.a; out[n++] = g.a;
    Q h(3); out[n++] = h.a; constexpr Q i(4); static_assert(i.a == 4, ""); out[n++] = i.a;
    F j(v); out[n++] = j.a;
    short s = 5; H l((short)4); out[n++] = l.a; H m(s); out[n++] = m.a;
    const volatile long w = 9; H o(w); out[n++] = o.a;
}

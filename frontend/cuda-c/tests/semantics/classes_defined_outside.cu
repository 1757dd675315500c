// [class.nest] a class that a class or namespace declares may be defined outside of it, and is in its scope there
// wrong: nested-sees-nothing
namespace N { struct S; template <class T> struct V { static const int v = 1; }; inline namespace i { struct T; } typedef short W; static const int C = 40; }
struct N::S { W a; __device__ int f(); __device__ int g() { return a + C; } };
struct N::T { int b; };
template <> struct N::V<int> { static const int v = 2; };
template <class T> struct N::V<T *> { static const int v = 3 + sizeof(W); };
__device__ int N::S::f() { return a + C + 1; }
class A {
    struct B;
    enum { P = 7 };
    typedef char I;
    union U;
public:
    struct D;
    B *b;
    __device__ int get();
    __device__ int size();
};
struct A::D { struct E; int d; I i[3]; __device__ int m() { return d + P; } };
struct A::D::E : A::D { int e; __device__ E(int e) : e(e) { d = P; } };
struct A::B { int x; I i; __device__ B(int x) : x(x), i(P) {} };
union A::U { int i; float f; };
__device__ int A::get() { B c(3); b = &c; return b->x + b->i; }
__device__ int A::size() { return sizeof(B) * 100 + sizeof(U) * 10 + sizeof(D::E); }
struct G;
struct ::G { int g; };
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    N::S s{3};
    out[n++] = s.f(); out[n++] = s.g(); out[n++] = sizeof(N::S);
    out[n++] = N::V<int>::v + 10 * N::V<int *>::v + 100 * N::V<char>::v;
    N::T t{5};
    out[n++] = t.b;
    A a;
    out[n++] = a.get(); out[n++] = a.size();
    A::D d{4};
    out[n++] = d.m(); out[n++] = sizeof(A::D);
    A::D::E e(6);
    out[n++] = e.e * 100 + e.m();
    G g{8};
    out[n++] = g.g;
    struct L { struct M; typedef char J; };
    struct L::M { typedef J Q; int q; };
    L::M m{9};
    out[n++] = m.q + sizeof(L::M::Q);
    struct H { struct M { int q; }; typedef char J; enum E { X = 4 }; static __device__ J j(E e) { return J(e); } };
    H::M hm{9}; H::J c = 1; H::E he = H::X;
    out[n++] = hm.q + sizeof(H::J) + c + he + H::j(he);
}

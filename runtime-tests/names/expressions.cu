// Names that NVRTC gives to what has expressions in its signature: arguments of templates, lengths, decltype; alias templates in it.
template <class T> struct tr { typedef T type; static const int v = 3; template <class U> struct in { typedef U t; static const int w = 1; }; };
template <int N> struct I { static const int q = N; typedef int t; };
template <bool B, class T = void> struct eif { typedef T type; };
template <class T> struct eif<false, T> {};
template <class T, class U> struct same { static const bool value = false; };
template <class T> struct same<T, T> { static const bool value = true; };
template <class T> struct al1 {};
template <class T, class A = al1<T>, int N = sizeof(T)> struct vec {};
namespace n {
template <class T> struct tr { typedef T type; static const int v = 3; };
template <class T> using al = tr<T>;
const int nc = 2;
namespace m { template <class T> struct ir { typedef T type; static const int v = 3; }; }
enum E { e0, e1 };
enum class C { c0, c1 };
__device__ int nf(int) { return 1; }
template <class T> constexpr bool vt = sizeof(T) == 4;
template <class T> __global__ void a0(typename tr<T>::type *p, I<tr<T>::v + nc>) { *p = 1; }
template __global__ void a0<int>(int *, I<5>);
}
const int ci = 3;
constexpr unsigned cu = 4;
enum G { g0, g1 };
__device__ int f(int) { return 1; }
template <class T> __device__ T tf(T t) { return t; }
template <class T> constexpr bool gvt = sizeof(T) == 4;
__device__ constexpr int cf(int x) { return x; }
template <class T> __device__ constexpr int cft() { return 4; }
struct P { int x; __device__ int m(int) const { return 1; } static const int z = 1; typedef int type; };
template <class T> using AT = typename tr<T>::type;
template <bool B, class T = void> using eif_t = typename eif<B, T>::type;
template <class T> using ptr = T *;
template <class T, int N> using arr = T[N];
template <int N> using II = I<N + 1>;
template <class T> using vd = void;
#define K(...) template <class T> __global__ void __VA_ARGS__
#define OF(...) template __global__ void __VA_ARGS__
K(a1(typename n::tr<T>::type *p)) { *p = 1; }
OF(a1<int>(int *));
K(a2(I<n::tr<T>::v>, I<n::m::ir<T>::v>, I< ::tr<T>::v>)) {}
OF(a2<int>(I<3>, I<3>, I<3>));
K(a3(I<sizeof(T) + ci>, I<sizeof(T) + n::nc>, I<sizeof(T) + cu>, I<sizeof(T) + n::e1>, I<sizeof(T) == g1>)) {}
OF(a3<int>(I<7>, I<6>, I<8>, I<5>, I<0>));
K(b1(decltype(f(T())) *p, decltype(tf(T())) *, decltype(n::nf(T())) *, decltype(tf<T>(T())) *)) { *p = 1; }
OF(b1<int>(int *, int *, int *, int *));
K(b4(decltype(T::z) *y)) {}
OF(b4<P>(const int *));
K(c1(AT<T> *p)) { *p = 1; }
OF(c1<int>(int *));
template <class T> __global__ eif_t<(sizeof(T) > 2)> c2(T *p) { *p = 1; }
template __global__ void c2<int>(int *);
K(c3(ptr<T> p, ptr<ptr<T> >, arr<T, 3> *)) { *p = 1; }
OF(c3<int>(int *, int **, int (*)[3]));
template <int N> __global__ void c4(II<N>, II<3>) {}
template __global__ void c4<2>(I<3>, I<4>);
K(c5(n::al<T> *)) {}
OF(c5<int>(n::tr<int> *));
template <class T> __global__ vd<T> c6(T *p) { *p = 1; }
template __global__ void c6<int>(int *);
K(d1(I<gvt<T> >, I<n::vt<T> >, I<cf(sizeof(T))>, I<cft<T>()>)) {}
OF(d1<int>(I<1>, I<1>, I<4>, I<4>));
K(d2(typename tr<T>::template in<int>::t *, I<tr<T>::template in<int>::w>, typename tr<tr<T> >::type::type *, I<tr<tr<T> >::type::v>)) {}
OF(d2<int>(int *, I<1>, int *, I<3>));
K(d3(typename T::type *, I<T::z>, I<T::z + 1>)) {}
OF(d3<P>(int *, I<1>, I<2>));
template <int N> __global__ void e1(I<I<N>::q>, I<-N>, I<!N>, I<~N>, I<+N>, I<N & 1>, I<N | 1>, I<N ^ 1>, I<N % 2>, I<N / 2>, I<(N >> 1)>, I<N != 1>, I<N <= 1>, I<N >= 1>, I<N && 1>, I<N || 1>) {}
template __global__ void e1<2>(I<2>, I<-2>, I<0>, I<-3>, I<2>, I<0>, I<3>, I<3>, I<0>, I<1>, I<1>, I<1>, I<0>, I<1>, I<1>, I<1>);
template <int N> __global__ void e2(I<sizeof(int[N])>, I<true ? N : 2>, I<N + 'a'>, I<N + 3u>, I<N + 3L>, I<N + 3ull>, I<N + true>, I<(int)(N + 1.5)>, I<(int)(N + 1.5f)>) {}
template __global__ void e2<2>(I<8>, I<2>, I<99>, I<5>, I<5>, I<5>, I<3>, I<3>, I<3>);
K(h1(I<sizeof(T() + 1)>, I<alignof(T *)>, I<sizeof(T) / sizeof(int)>)) {}
OF(h1<int>(I<4>, I<8>, I<1>));
K(h2(I<T(3)>, I<int(T(3))>, I<T{3}>, I<static_cast<int>(T(3))>)) {}
OF(h2<int>(I<3>, I<3>, I<3>, I<3>));
K(h3(T (*p)[sizeof(T)], T (*)[2 * sizeof(T)])) {}
OF(h3<int>(int (*)[4], int (*)[8]));
K(h4(typename eif<(sizeof(T) > 2) && true, T>::type *p, T q)) { *p = q; }
OF(h4<int>(int *, int));
template <class T> __global__ typename eif<same<T, int>::value>::type j1(T *p) { *p = 1; }
template __global__ void j1<int>(int *);
template <class T> __global__ typename eif<same<T, int>::value || same<T, float>::value, void>::type j2(T *p) { *p = 1; }
template __global__ void j2<float>(float *);
template <class T> __global__ typename eif<!same<T, float>::value>::type j3(T *p, typename n::tr<T>::type q) { *p = q; }
template __global__ void j3<int>(int *, int);
template <class T, size_t N> __global__ void j4(T (*a)[N], vec<T> *, vec<T, tr<T> > **, vec<int> *) {}
template __global__ void j4<int, 3>(int (*)[3], vec<int> *, vec<int, tr<int> > **, vec<int> *);
template <int N> __global__ void j5(float (*a)[N][N], float (*b)[N]) {}
template __global__ void j5<4>(float (*)[4][4], float (*)[4]);
namespace std {
struct A { int x; };
template <class T> struct B { T x; struct In { T y; }; };
template <class T> struct allocator {};
namespace in { struct C { int y; }; }
enum E { e1 };
__global__ void sk(A *a, A *b, B<int> c, B<A> *d, B<int>::In e, in::C f, E g, allocator<int> h, allocator<A> i) { *a = *b; }
K(st(T *p, B<T> *, typename B<T>::In q, allocator<T> *, allocator<T> *)) {}
OF(st<A>(A *, B<A> *, B<A>::In, allocator<A> *, allocator<A> *));
__device__ int variable = 1;
}
K(s1(T *p, std::A *, std::B<T> *, std::B<std::B<T> > *)) {}
OF(s1<std::B<int> >(std::B<int> *, std::A *, std::B<std::B<int> > *, std::B<std::B<std::B<int> > > *));

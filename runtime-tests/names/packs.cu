// Names of what has packs: variadic kernels, packs of types, values and templates, nested and empty ones, functions as arguments.
template <class... T> struct tup {};
template <int... N> struct seq { static const int n = sizeof...(N); };
template <class T, class... R> struct more { template <class... U> struct in {}; };
template <class T> struct box { typedef T type; };
template <class A, class B> struct two {};
template <class T, T... V> struct vals {};
template <template <class...> class... C> struct tmpls {};
template <template <class> class C> struct lone {};
template <class... T> using alias = tup<T...>;
template <class... T> using boxes = tup<box<T>...>;
template <class T, class... R> using rest = tup<R..., T>;
template <class...> using nothing = void;
template <int... N> using next = seq<(N + 1)...>;
template <class T> struct count { static const int v = 1; };
__device__ int add(int a, int b) { return a + b; }
__device__ int mul(int a, int b) { return a * b; }
typedef int (*op)(int, int);
#define OF template __global__ void
template <class... T> __global__ void a1(T... t) {}
OF a1<int, float>(int, float);
OF a1<>();
OF a1<int, int, int *>(int, int, int *);
template <class F, class... T> __global__ void a2(F *f, T *...t) {}
OF a2<float>(float *);
OF a2<float, int, float, char>(float *, int *, float *, char *);
template <int... N> __global__ void a3(int *p) { *p = sizeof...(N); }
OF a3<>(int *);
OF a3<1, -2, 3>(int *);
template <int N, class... T> __global__ void a4(T... t) {}
OF a4<7, double, const char *>(double, const char *);
template <class... T> __global__ void b1(tup<T...>, tup<T..., int>, tup<int, T...>, tup<T *...>, tup<box<T>...>) {}
OF b1<int, float>(tup<int, float>, tup<int, float, int>, tup<int, int, float>, tup<int *, float *>, tup<box<int>, box<float> >);
OF b1<>(tup<>, tup<int>, tup<int>, tup<>, tup<>);
template <int... N> __global__ void b2(seq<N...>, seq<N + 1 ...>, seq<0, N...>, seq<sizeof...(N)>) {}
OF b2<4, 5>(seq<4, 5>, seq<5, 6>, seq<0, 4, 5>, seq<2>);
OF b2<>(seq<>, seq<>, seq<0>, seq<0>);
template <class T, class... R> __global__ void b3(more<T, R...>, more<T>, more<int, T, R...>, two<T, tup<R...> > *) {}
OF b3<int, float, char>(more<int, float, char>, more<int>, more<int, int, float, char>, two<int, tup<float, char> > *);
OF b3<int>(more<int>, more<int>, more<int, int>, two<int, tup<> > *);
template <class T, T... V> __global__ void b4(vals<T, V...>, vals<T>, vals<int, 1, 2>) {}
OF b4<char, 'a', 'b'>(vals<char, 'a', 'b'>, vals<char>, vals<int, 1, 2>);
template <template <class> class C> __global__ void c1(C<int> *, lone<C>, C<C<float> >) {}
OF c1<box>(box<int> *, lone<box>, box<box<float> >);
template <template <class...> class C, class... T> __global__ void c2(C<T...> *, C<int>, C<T *...>) {}
OF c2<tup, int, char>(tup<int, char> *, tup<int>, tup<int *, char *>);
OF c2<tup>(tup<> *, tup<int>, tup<>);
template <template <class...> class... C> __global__ void c3(tmpls<C...> *, tup<C<int>...>) {}
OF c3<tup, alias>(tmpls<tup, alias> *, tup<tup<int>, alias<int> >);
OF c3<>(tmpls<> *, tup<>);
template <op... F> __global__ void d1(int *p) { int v = 1; ((v = F(v, 2)), ...); *p = v; }
OF d1<add, mul>(int *);
OF d1<>(int *);
OF d1<add, nullptr, add>(int *);
template <auto... V> __global__ void d2(int *p) { *p = sizeof...(V); }
OF d2<1, 'a', true, add, 3ull>(int *);
template <class... A> __global__ void e1(alias<A...>, alias<A..., int>, boxes<A...>) {}
OF e1<char>(tup<char>, tup<char, int>, tup<box<char> >);
template <class A, class B> __global__ void e2(alias<A, B>, boxes<A, B>, rest<A, B, int>, alias<>) {}
OF e2<char, float>(tup<char, float>, tup<box<char>, box<float> >, tup<float, int, char>, tup<>);
template <class A> __global__ nothing<A> e3(A *) {}
OF e3<int>(int *);
template <class A, class... B> __global__ nothing<typename A::type, B...> e4(A *) {}
OF e4<box<int>, int, char>(box<int> *);
template <class T> __global__ void e5(typename more<T, int>::template in<T, char> *, typename more<T>::template in<>) {}
OF e5<float>(more<float, int>::in<float, char> *, more<float>::in<>);
template <class... T> __global__ void f1(seq<sizeof...(T)>, seq<sizeof(T)...>, seq<count<T>::v...>, seq<(count<T>::v + ...)>, seq<(1 + ... + count<T>::v)>, seq<(count<T>::v + ... + 2)>, seq<(... + count<T>::v)>) {}
OF f1<int, char>(seq<2>, seq<4, 1>, seq<1, 1>, seq<2>, seq<3>, seq<4>, seq<2>);
template <class R, class... A> __global__ void f2(R (*)(A...), R (*)(int, A...), tup<R(A...)> *, tup<A(R)...> *, A (*...f)(R)) {}
OF f2<int, char, float>(int (*)(char, float), int (*)(int, char, float), tup<int(char, float)> *, tup<char(int), float(int)> *, char (*)(int), float (*)(int));
template <class... T> __global__ void g1(typename box<T>::type... t, const T *...p) {}
OF g1<int, char>(int, char, const int *, const char *);
template <class... T> __device__ int va(T... t) { return sizeof...(T); }
template <class... T> __global__ void k1(decltype(va(T()...)) *p, decltype(va<T...>(T()...)) *q, decltype((T() + ...)) *r, decltype(va(1, sizeof(T)...)) *) {}
OF k1<int, char>(int *, int *, int *, int *);
template <class... T> __global__ void k2(int (*p)[sizeof...(T)], tup<decltype(T() + 1)...> *) {}
OF k2<int, char>(int (*)[2], tup<int, int> *);
template <class T> struct P { template <class... U> struct Q { typedef int type; static const int v = 2; }; };
template <class... T> __global__ void k3(typename P<int>::template Q<T...>::type *p, seq<P<int>::template Q<T..., int>::v>, P<tup<T...> > *) {}
OF k3<int, char>(int *, seq<2>, P<tup<int, char> > *);
OF k3<>(int *, seq<2>, P<tup<> > *);
template <int... N> __global__ void k4(next<N...>, next<1, 2>) {}
OF k4<1, 2>(seq<2, 3>, seq<2, 3>);
template <class A, class... B> __global__ void k5(tup<A, B...> *, tup<tup<A, B>...> *, tup<A (*)(B...)>, A const, two<A, B> *...) {}
OF k5<int, char, float>(tup<int, char, float> *, tup<tup<int, char>, tup<int, float> > *, tup<int (*)(char, float)>, const int, two<int, char> *, two<int, float> *);
namespace n {
template <class... T> struct T2 {};
template <class... T> __global__ void h1(T2<T...>, tup<T2<T>...>) {}
OF h1<int, T2<>, T2<int> >(T2<int, T2<>, T2<int> >, tup<T2<int>, T2<T2<> >, T2<T2<int> > >);
}
template <class... A> struct S {
    template <class... B> static __device__ int m(A... a, B... b) { return sizeof...(A) + sizeof...(B); }
};
template <op F> __global__ void i1(int *p) { *p = F(1, 2); }
OF i1<S<int, int>::m<> >(int *);
OF i1<S<int>::m<int> >(int *);
OF i1<S<>::m<int, int> >(int *);

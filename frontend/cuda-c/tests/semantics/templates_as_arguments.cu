// [temp.arg.template], [temp.deduct.type] 8: templates of classes and aliases as arguments; deduced from instances; those with defaults or packs fit parameters with fewer
// wrong: templates-fit-any-parameter
template <class T> struct V { T x; };
template <class T, int N> struct W { T x[N]; };
template <class T, class U = char> struct D { U x; };
template <class... T> struct P { static const int n = sizeof...(T); };
template <class T> using pointer = T *;
template <class T, class U> struct two {};
template <template <class> class C, class T> struct hold { C<T> c; };
template <template <class> class C, class T> __device__ int f(C<T> c) { return sizeof(T) + 10 * c.x; }
template <class T, template <class, int> class C, int N> __device__ int g(const C<T, N> &) { return N * 100 + sizeof(T); }
template <class T> struct length { static const int n = -1; };
template <template <class...> class C, class... T> struct length<C<T...>> { static const int n = sizeof...(T); };
template <template <class...> class F, class... T> struct apply { typedef F<T...> type; };
template <template <class> class F> struct meta { template <class T> using call = F<F<T>>; };
template <class T, template <class> class C = V> struct defaulted { C<T> c; };
template <class T> struct one_of { static const int n = 0; };
template <template <class> class C> struct tag {};
template <template <class> class C> struct one_of<tag<C>> { static const int n = sizeof(C<short>); };
template <template <class, int> class C> __device__ int pick() { return 2; }
template <template <class> class C> __device__ int pick() { return 1; }
template <template <class> class... C> struct several { static const int n = (0 + ... + (int)sizeof(C<int>)); };
template <class T, class U> struct same_template { static const int n = 0; };
template <template <class> class C, class A, class B> struct same_template<C<A>, C<B>> { static const int n = 1; };
struct outer { template <class T> struct inner { T a, b; }; };
extern "C" __global__ void k(long long *out)
{
    int i = 0;
    hold<V, int> h; h.c.x = 4; out[i++] = h.c.x; out[i++] = f(h.c); W<char, 7> w; out[i++] = g(w); int x = 3; hold<pointer, int> p; p.c = &x; out[i++] = *p.c;
    out[i++] = length<P<int, char>>::n; out[i++] = length<V<int>>::n; out[i++] = length<apply<P, int, int, int>::type>::n; out[i++] = length<apply<V, int>::type>::n; out[i++] = length<int>::n; out[i++] = length<W<int, 2>>::n;
    out[i++] = sizeof(meta<V>::call<short>); out[i++] = sizeof(defaulted<int>); out[i++] = sizeof(defaulted<char, outer::inner>); out[i++] = sizeof(hold<D, int>);
    out[i++] = one_of<tag<V>>::n; out[i++] = one_of<tag<outer::inner>>::n; out[i++] = one_of<int>::n; out[i++] = pick<V>(); out[i++] = pick<W>(); out[i++] = several<V, outer::inner>::n; out[i++] = several<>::n;
    out[i++] = same_template<V<int>, V<char>>::n; out[i++] = same_template<V<int>, P<int>>::n; out[i++] = sizeof(hold<P, int>) + hold<P, int>().c.n;
}

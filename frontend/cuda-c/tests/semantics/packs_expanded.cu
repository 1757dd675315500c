// [temp.variadic] 5 to 8: what a pattern comes to in arguments of functions and templates, lists in braces, bases, initialisers of bases and members, types of functions; expansions within expansions
// wrong: expansions-repeat-the-first; inner-expansions-are-single
template <class... T> __device__ int sum(T... t) { return (0 + ... + t); }
template <class... T> __device__ int row(T... t) { int r = 0; ((r = r * 10 + t), ...); return r; }
template <class... T> __device__ int twice(T... t) { return row(t..., t...); }
template <class... T> __device__ int between(T... t) { return row(9, t..., 8, (t + 1)...); }
template <class... T> __device__ int sums(T... t) { return row(sum(t, t...)...); }
template <class... T> __device__ int products(T... t) { return sum((t * sum(t...))...); }
template <class... T> __device__ int at(int i, T... t) { const int a[] = {t..., 7}; return a[i]; }
template <class... T> __device__ int at2(int i, int j, T... t) { int a[][2] = {{t, t * t}...}; return a[i][j]; }
template <class... T> struct sizes { static const int count = sizeof...(T); __device__ static int get(int i) { int a[] = {(int)sizeof(T)..., 0}; return a[i]; } };
template <class T> struct wrap { T v; }; 
template <class... T> struct wrapped { typedef sizes<wrap<T>..., T *...> type; };
template <class... T> struct signatures { typedef int type(T..., const T &...); };
template <class F> struct parameters; template <class R, class... A> struct parameters<R(A...)> { static const int value = sizeof...(A); };
struct A { int a; __device__ A(int x) : a(x) {} __device__ int fa() const { return a; } };
struct B { int b; __device__ B(int x = 5) : b(x * 2) {} __device__ int fb() const { return b; } };
template <class... T> struct every : T... { int n; __device__ every(int x) : T(x)..., n(sizeof...(T)) {} __device__ every(const T &...t, int x, int) : T(t)..., n(x) {} };
template <class... T> struct braced : T... { __device__ braced() : T{3}... {} };
template <class T, class... R> struct tuple { T first; tuple<R...> rest; __device__ tuple(T f, R... r) : first(f), rest(r...) {} };
template <class T> struct tuple<T> { T first; __device__ tuple(T f) : first(f) {} };
template <int... N> struct digits { static constexpr int list[] = {N...}; static constexpr int sum = (0 + ... + N); template <int M> using plus = digits<(N + M)...>; };
template <int... N> constexpr int digits<N...>::list[];
template <class... T> struct outer { template <class... U> __device__ static int f(U... u) { return row((int)sizeof(T)...) * 1000 + row((int)sizeof(u)...); } template <class... U> struct same { static const int n = (0 + ... + (sizeof(T) == sizeof(U))); }; };
template <class T> struct bare { typedef T type; }; template <class T> struct bare<T &> { typedef T type; };
template <class T> __device__ T &&forward(typename bare<T>::type &t) { return static_cast<T &&>(t); }
__device__ int kind(int &) { return 1; } __device__ int kind(const int &) { return 2; } __device__ int kind(int &&) { return 3; }
template <class... T> __device__ int kinds(T &&...t) { return row(kind(forward<T>(t))...); }
template <class... T> __device__ auto first_of(T... t) -> decltype(sum(t...)) { return sum(t...) + 1; }
extern "C" __global__ void k(long long *out)
{
    int i = 0, x = 1; const int y = 2;
    out[i++] = twice(1, 2); out[i++] = twice(); out[i++] = between(1, 2); out[i++] = between(); out[i++] = sums(1, 2); out[i++] = products(1, 2, 3);
    out[i++] = at(1, 4, 5); out[i++] = at(0); out[i++] = at2(1, 1, 3, 4); out[i++] = at2(1, 0, 3, 4);
    out[i++] = wrapped<char, int>::type::count; out[i++] = wrapped<char, int>::type::get(0); out[i++] = wrapped<char, int>::type::get(1); out[i++] = wrapped<char, int>::type::get(2);
    out[i++] = parameters<signatures<char, int>::type>::value; out[i++] = parameters<signatures<>::type>::value;
    every<A, B> p(4); out[i++] = p.fa(); out[i++] = p.fb(); out[i++] = p.n; out[i++] = sizeof(p); every<> q(1); out[i++] = q.n;
    every<A, B> r(A(6), B(7), 8, 0); out[i++] = r.a * 100 + r.b * 10 + r.n; braced<B, A> s; out[i++] = s.a * 10 + s.b;
    tuple<int, char, short> t(1, 2, 3); out[i++] = t.first * 100 + t.rest.first * 10 + t.rest.rest.first; out[i++] = sizeof(t);
    out[i++] = digits<4, 5>::list[1]; out[i++] = digits<4, 5>::sum; out[i++] = digits<4, 5>::plus<10>::list[0]; out[i++] = digits<1, 2, 3>::plus<1>::sum;
    out[i++] = outer<int, char>::f('a', 1); out[i++] = outer<>::f(); out[i++] = outer<int, char>::same<char, char>::n;
    out[i++] = kinds(x, y, 5); out[i++] = kinds(); out[i++] = first_of(1, 2);
}

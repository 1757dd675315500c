// [temp.expl.spec] 1, [temp.deduct.decl], [temp.class.order], [temp.deduct.partial] 9, [temp.deduct.type] 8 a specialisation is one of a template before it, what leaves out defaults is as special as what states them, packs of references are ordered as references are
// wrong: later-templates-are-specialised; expansions-tie-nothing; short-specialisations-lose; defaults-are-deduced
template <class T> __device__ int f(T) { return 1; } template <> __device__ int f(int *) { return 2; } template <class T> __device__ int f(T *) { return 3; } template <> __device__ int f(char *) { return 4; }
template <class... T> __device__ int g(T &&...) { return 1; } template <class... T> __device__ int g(T const &...) { return 2; } template <class... T> __device__ int h(T &...) { return 1; } template <class... T> __device__ int h(T const &...) { return 2; }
template <class T, class U = int> struct A { static constexpr int v = 1; }; template <class U> struct A<int, U> { static constexpr int v = 2; }; template <class T> struct A<T, T> { static constexpr int v = 3; }; template <> struct A<int> { static constexpr int v = 4; }; template <> struct A<char, char> { static constexpr int v = 5; };
template <class T> struct Y { static constexpr int v = 0; }; template <template <class> class C, class T> struct Y<C<T>> { static constexpr int v = 1; }; template <template <class, class> class C, class T, class U> struct Y<C<T, U>> { static constexpr int v = 2; };
template <class T, class U = int> struct P {}; template <class T> struct Q {}; template <class... T> struct R {};
extern "C" __global__ void k(long long *out) {
  int i = (int)out[0]; const int c = 1; int *p = nullptr; char *q = nullptr; short *s = nullptr; out[1] = f(p); out[2] = f<int *>(p); out[3] = f(q); out[4] = f(s); out[5] = f(i); out[6] = f<char *>(q);
  out[7] = g(c); out[8] = g(i); out[9] = g(1); out[10] = g(c, c); out[12] = h(c); out[13] = h(i); out[14] = h(c, c); out[16] = A<int, int>::v; out[17] = A<int>::v; out[18] = A<int, char>::v; out[19] = A<char, char>::v; out[20] = A<short, short>::v; out[21] = A<char>::v;
  out[22] = Y<P<char, int>>::v; out[23] = Y<P<char, char>>::v; out[24] = Y<Q<int>>::v; out[25] = Y<int>::v;
}

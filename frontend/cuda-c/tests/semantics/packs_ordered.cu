// [temp.class.order], [temp.func.order], [temp.deduct.partial] 11: what takes fewer is more special than a pack, and a pattern is than what it is a pattern of
// wrong: packs-fit-singles
template <class... T> struct L { static const int n = 0; };
template <class T> struct L<T> { static const int n = 1; };
template <class T, class... R> struct L<T, R...> { static const int n = 2; };
template <class T, class U> struct L<T, U> { static const int n = 3; };
template <class... R> struct L<int, R...> { static const int n = 4; };
template <> struct L<int> { static const int n = 5; };
template <class T, class... R> struct L<T *, R...> { static const int n = 6; };
template <class... T> struct L<L<T...>> { static const int n = 7; };
template <class T, class... R> struct L<L<T, R...>> { static const int n = 8; };
template <class T> __device__ int f(T) { return 1; }
template <class T, class... R> __device__ int f(T, R...) { return 2; }
template <class... R> __device__ int f(R...) { return 3; }
template <class T, class U> __device__ int g(T, U) { return 1; }
template <class T, class... R> __device__ int g(T, R...) { return 2; }
template <class... R> __device__ int h(const R *...) { return 1; }
template <class... R> __device__ int h(R *...) { return 2; }
template <class... R> __device__ int h(R...) { return 3; }
template <class... R> __device__ int m(L<R...>) { return 1; }
template <class T, class... R> __device__ int m(L<T, R...>) { return 2; }
template <class T> __device__ int m(T) { return 3; }
__device__ int v(int, ...) { return 1; } template <class... R> __device__ int v(R...) { return 2; }
extern "C" __global__ void k(long long *out)
{
    int i = 0, a; const int b = 0;
    out[i++] = L<>::n; out[i++] = L<char>::n; out[i++] = L<char, int, int>::n; out[i++] = L<char, char>::n; out[i++] = L<int, char, char>::n; out[i++] = L<int>::n;
    out[i++] = L<char *, int, int>::n; out[i++] = L<L<>>::n; out[i++] = L<L<int>>::n;
    out[i++] = f(1); out[i++] = f(1, 2); out[i++] = f(); out[i++] = g(1, 2); out[i++] = g(1); out[i++] = g(1, 2, 3);
    out[i++] = h(&a); out[i++] = h(&b); out[i++] = h(a); out[i++] = h(&a, &b);
    out[i++] = m(L<>()); out[i++] = m(L<int>()); out[i++] = m(1); out[i++] = v(1); out[i++] = v(1, 2);
}

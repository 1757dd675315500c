// [temp.mem] a member template of a class template is defined outside of both with two heads, the class's first
// wrong: outside-templates-go-by-number
template <class T, int N = 3> struct A {
    T t;
    template <class U> __device__ int f(U u);
    template <class U> __device__ int f(T t, U u) const;
    template <class U> __device__ int f(U u, T *t);
    template <class U> __device__ A(U a, int b);
    template <class U, class V> __device__ static int s(U u, V v);
    template <class U> __device__ A &operator=(const A<U, N> &o);
    struct I {
        template <int M> __device__ int g(T t);
    };
    __device__ int f(T a, T b, T c);
};
template <class T, int N> template <class U> __device__ int A<T, N>::f(U u) { return sizeof(T) * 100 + sizeof(U) * 10 + N; }
template <class S, int M> template <class V> __device__ int A<S, M>::f(S s, V v) const { return t + s * v; }
template <class U, int N> template <class T> __device__ int A<U, N>::f(T t, U *u) { return t - *u; }
template <class T, int N> template <class U> __device__ A<T, N>::A(U a, int b) : t(a + b) {}
template <class T, int N> template <class V, class U> __device__ int A<T, N>::s(V v, U u) { return sizeof(V) + 10 * sizeof(U); }
template <class T, int N> template <class U> __device__ A<T, N> &A<T, N>::operator=(const A<U, N> &o) { t = o.t + 1; return *this; }
template <class T, int N> template <int M> __device__ int A<T, N>::I::g(T t) { return t * M; }
template <class T, int N> __device__ int A<T, N>::f(T a, T b, T c) { return a + b + c; }
template <> struct A<char> {
    template <class U> __device__ int f(U u);
};
template <class U> __device__ int A<char>::f(U u) { return 5000 + u; }
extern "C" __global__ void k(long long *o) {
    A<int> a(3.0, 4);
    A<short, 5> b((char)1, 1);
    A<long long> l(7, 9);
    A<int>::I i;
    int x = 2;
    o[0] = a.f(1.0);
    o[1] = b.f('a');
    o[2] = a.f(5, 2.0);
    o[3] = b.f((short)6, 'b');
    o[4] = a.f(9L, &x);
    o[5] = A<int>::s(1.0, 'c');
    a = l;
    o[6] = a.t;
    o[7] = i.g<6>(7);
    o[8] = a.f(1, 2, 3);
    o[9] = A<char>().f(3);
}

// [temp.class.spec.mfunc] the parameters of a member that is defined outside of a partial specialisation, or of a class within a template, are those that its arguments say
// wrong: outside-parameters-go-by-place
template <class T, int N> struct A {
    struct In { T x; __device__ T twice(T) const; __device__ int size(); };
    __device__ T get();
    __device__ int n() const;
};
template <class T> struct A<T *, 1> { __device__ int p(T *); __device__ T first(T *q); };
template <class T, int M> struct A<const T, M> { __device__ int c(T (&)[M]); };
template <class X, class Y> struct S { __device__ int of(X, Y); };
template <class X, class Y> struct S<Y *, X> { __device__ int of(Y *, X); };
template <class P, int K> __device__ P A<P, K>::In::twice(P y) const { return x + y; }
template <class P, int K> __device__ int A<P, K>::In::size() { return sizeof(P) * K; }
template <class P, int K> __device__ P A<P, K>::get() { return K; }
template <class N, int T> __device__ int A<N, T>::n() const { return T * 10 + sizeof(N); }
template <class Q> __device__ int A<Q *, 1>::p(Q *q) { return sizeof(Q) + (q == nullptr); }
template <class Q> __device__ Q A<Q *, 1>::first(Q *q) { return q[0]; }
template <class Q, int K> __device__ int A<const Q, K>::c(Q (&q)[K]) { return q[K - 1]; }
template <class Y, class X> __device__ int S<Y, X>::of(Y, X) { return sizeof(Y) * 10 + sizeof(X); }
template <class A, class B> __device__ int S<B *, A>::of(B *, A) { return sizeof(B) * 100 + sizeof(A); }
extern "C" __global__ void k(long long *out)
{
    int i = 0, j = 7, a[3] = {1, 2, 3};
    A<int, 3>::In in{4};
    out[i++] = in.twice(5); out[i++] = in.size(); out[i++] = A<long, 6>().get(); out[i++] = A<short, 6>().n();
    A<int *, 1> p;
    out[i++] = p.p(nullptr); out[i++] = p.first(&j); out[i++] = A<const int, 3>().c(a);
    short s = 0;
    out[i++] = S<char, int>().of('a', 1); out[i++] = S<short *, long>().of(&s, 1);
}

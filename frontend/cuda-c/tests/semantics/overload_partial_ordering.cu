// [temp.func.order] of two templates that both fit the more specialised one is taken
// wrong: no-partial-ordering
template <class T> __device__ int f(T) { return 1; }
template <class T> __device__ int f(T *) { return 2; }
template <class T> __device__ int f(const T *) { return 3; }
template <class T> __device__ int f(T **) { return 4; }
template <class A, class B> __device__ int g(A, B) { return 5; }
template <class A> __device__ int g(A, A) { return 6; }
template <class A> __device__ int g(A, int) { return 7; }
template <class T> struct V { T t; };
template <class T> __device__ int h(T) { return 8; }
template <class T> __device__ int h(V<T>) { return 9; }
template <class T> __device__ int h(V<T *>) { return 10; }
template <class T> __device__ int r(T &) { return 11; }
template <class T> __device__ int r(const T &) { return 12; }
template <class T, int N> __device__ int r(T (&)[N]) { return 13; }
extern "C" __global__ void k(long long *out) {
  int i = 0, *p = &i, **q = &p, a[2]; const int c = 0; V<int> v; V<int *> w; V<V<int>> x;
  out[0] = f(i); out[1] = f(p); out[2] = f(&c); out[3] = f(q); out[4] = f(&q); out[5] = g(1, 2.0);
  out[6] = g(1.0, 2.0); out[7] = g(1.0, 2); out[8] = h(1); out[9] = h(v); out[10] = h(w); out[11] = h(x);
  out[12] = r(i); out[13] = r(c); out[14] = r(5); out[15] = r(p);
}

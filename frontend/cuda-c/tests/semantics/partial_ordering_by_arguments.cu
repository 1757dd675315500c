// [temp.func.order] templates are ordered by the parameters that the call has arguments for, the object among an operator's
// wrong: no-partial-ordering
struct A {
  template <class T> __device__ int f(T) { return 1; }
  template <class T> __device__ int f(T *, int = 0) { return 2; }
  template <class T> __device__ int g(T *) { return 3; }
  template <class T> __device__ static int g(T, int = 0) { return 4; }
  template <class T> __device__ static int j(T *, short y = 0) { return 5; }
  template <class T> __device__ static int j(T, int = 0) { return 6; }
  template <class T> __device__ int operator+(T) { return 7; }
  template <class T> __device__ int operator-(T *) { return 9; }
};
template <class T, class U> __device__ int operator+(T &, U) { return 8; }
template <class T, class U> __device__ int operator-(T &, U) { return 10; }
template <class T> __device__ int h(T, ...) { return 11; }
template <class T> __device__ int h(T *, long = 0) { return 12; }
struct B {
  template <class T> __device__ int bar() { return 1; }
  template <int I> __device__ int bar() { return 2; }
  template <class T> __device__ int baz(T) { return 5; }
  template <class T> __device__ int baz(T) const { return 6; }
};
struct C : B {
  using B::bar; using B::baz;
  template <int I> __device__ int bar() { return 3; }
  template <class T> __device__ int baz(T) { return 4; }
};
extern "C" __global__ void k(long long *out) {
  A a; int *p = nullptr; C c; const C d{};
  out[0] = a.f(p); out[1] = a.g(p); out[2] = a.j(p); out[3] = a + 1; out[4] = a - p; out[5] = h(p); out[6] = h(3);
  out[7] = c.bar<1>(); out[9] = c.baz(1); out[10] = d.baz(1);
}

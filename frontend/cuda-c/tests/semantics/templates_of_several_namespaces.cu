// [temp.over.link] templates of functions and specialisations are one where their types are, whatever these are written as
// wrong: templates-by-their-names
namespace N { template <class T> struct X { T t; }; struct A {}; }
namespace M { template <class T> struct X { T t; }; struct A {}; }
template <class T> __device__ int f(N::X<T>) { return 1; }
template <class T> __device__ int f(M::X<T>) { return 2; }
template <class T> __device__ int h(T, N::A) { return 5; }
template <class T> __device__ int h(T, M::A) { return 6; }
template <class T> struct S { static const int v = 0; };
template <class T> struct S<N::X<T>> { static const int v = 1; };
template <class T> struct S<M::X<T>> { static const int v = 2; };
template <> struct S<N::A> { static const int v = 3; };
template <> struct S<M::A> { static const int v = 4; };
template <class T> struct X {};
namespace Q { template <class T> struct X {}; template <class T> __device__ int d(X<T>) { return 1; } template <class T> __device__ int d(::X<T>) { return 2; } }
struct B { template <class T> __device__ int m(T, N::A) { return 1; } template <class T> __device__ int o(N::X<T>) { return 3; } };
struct D : B {
  using B::m;
  using B::o;
  template <class T> __device__ int m(T, M::A) { return 2; }
  template <class T> __device__ int o(M::X<T>) { return 4; }
};
typedef N::A same;
template <class T> __device__ int i(T, same);
template <class T> __device__ int i(T, N::A) { return 8; }
namespace N {
template <class T> __device__ int inner(T, A);
namespace Q { template <class T> __device__ T next(T); }
}
template <class T> __device__ int N::inner(T, A) { return 9; }
template <class T> __device__ T N::Q::next(T t) { return t + 1; }
extern "C" __global__ void k(long long *out) {
  int n = 0;
#define R(x) out[n++] = (x)
  R(f(N::X<int>())); R(f(M::X<int>())); R(h(1, N::A())); R(h(1, M::A()));
  R(S<N::X<int>>::v); R(S<M::X<int>>::v); R(S<N::A>::v); R(S<M::A>::v); R(S<int>::v);
  R(Q::d(X<int>())); R(d(Q::X<int>()));
  D d; R(d.m(1, N::A())); R(d.m(1, M::A())); R(d.o(N::X<int>())); R(d.o(M::X<int>()));
  R(i(1, same())); R(inner(1, N::A())); R(N::Q::next(2));
}

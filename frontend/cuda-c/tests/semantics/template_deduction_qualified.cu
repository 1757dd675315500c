// [temp.deduct.type] 5, [temp.func.order] patterns whose template is named through namespaces and classes
// wrong: qualified-patterns-are-open
namespace N { template<class T> struct X { T t; }; template<class T, int S> struct Y { T t[S]; }; template<class T> using Z = X<T *>;
template<class T> __device__ int f(T) { return 10; } template<class T> __device__ int operator+(T, int) { return 20; } namespace M { template<class T> struct W { T t; }; } inline namespace I { template<class T> struct V { T t; }; } struct T { char c[9]; }; }
template<class T> __device__ int f(N::X<T>) { return 40 + sizeof(T); }
template<class T> __device__ int operator+(N::X<T>, int) { return 50 + sizeof(T); }
template<class T, int S> __device__ int g(const N::Y<T, S> &) { return S * 10 + sizeof(T); }
template<class T> __device__ int g(N::Z<T>) { return 1000 + sizeof(T); }
template<class T> __device__ int h(N::M::W<T> *) { return sizeof(T); }
template<class T> __device__ int h(::N::V<T>) { return 100 + sizeof(T); }
template<class T> __device__ int i(T, N::T t) { return sizeof(T) * 100 + sizeof(t); }
struct P { template<class T> struct In { T t; }; struct Q { template<class T, class U> struct Deep { T t; U u; }; }; };
template<class T> struct R { template<class U> struct In { U u; T t; }; };
template<class T> __device__ int j(P::In<T>) { return sizeof(T); }
template<class T> __device__ int j(P::In<T *>) { return 10 + sizeof(T); }
template<class T, class U> __device__ int j(const P::Q::Deep<T, U> &) { return sizeof(T) * 10 + sizeof(U); }
template<class T> __device__ int l(R<short>::In<T>) { return sizeof(T); }
template<class T> __device__ int l(...) { return -1; }
template<class T> struct S { static const int v = 1; };
template<class T> struct S<N::X<T>> { static const int v = 2; };
template<class T> struct S<P::In<T>> { static const int v = 3; };
template<class T> struct S<N::M::W<T> *> { static const int v = 4; };
extern "C" __global__ void k(long long *out) { int n = 0; N::X<int> a{}; N::Y<short, 3> b{}; N::Z<char> c{}; N::M::W<double> d{}; N::V<short> e{}; P::In<int> p{}; P::In<char *> q{}; P::Q::Deep<char, int> r{}; R<short>::In<int> s{};
  out[n++] = f(a); out[n++] = a + 1; out[n++] = g(b); out[n++] = g(c); out[n++] = h(&d); out[n++] = h(e); out[n++] = i(1, N::T()); out[n++] = j(p); out[n++] = j(q); out[n++] = j(r); out[n++] = l(s);
  out[n++] = S<N::X<int>>::v; out[n++] = S<P::In<char>>::v; out[n++] = S<N::M::W<int> *>::v; out[n++] = S<R<short>::In<int>>::v; }

// [temp.deduct.call] 4.3, 5 deduction from a base: only for a parameter that is an instance of a class template
// wrong: bases-fit-any-pattern
namespace deduced_bases {
struct A { int v; __device__ A(int n) : v(n) {} };
struct B : A { double w; __device__ B(int n) : A(n), w(n) {} };
template<class T> struct X { T x; __device__ X(T n) : x(n) {} };
struct I : X<int> { __device__ I(int n) : X<int>(n) {} };
struct J : I { __device__ J(int n) : I(n) {} };
struct C : X<char> { __device__ C(int n) : X<char>(n) {} };
struct Two : I, C { __device__ Two(int n) : I(n), C(n) {} };
template<class T> struct Y : X<T *> { T y; __device__ Y(int n) : X<T *>(0), y(n) {} };
template<class T> __device__ int same(T, T) { return 1 + sizeof(T) * 10; }
template<class T> __device__ int same(const T &, const T &, int) { return 2 + sizeof(T) * 10; }
template<class T> __device__ int same(T *, T *, long) { return 3 + sizeof(T) * 10; }
__device__ int same(...) { return 9; }
template<class T> __device__ int of(X<T>) { return sizeof(T); }
__device__ int of(...) { return -1; }
template<class T> __device__ int pointer(const X<T> *) { return sizeof(T); }
__device__ int pointer(...) { return -1; }
template<class T> __device__ int reference(X<T> &x) { return x.x + sizeof(T) * 100; }
__device__ int reference(...) { return -1; }
template<class T> __device__ int pair(X<T> &, T) { return sizeof(T); }
__device__ int pair(...) { return -1; }
template<class T, class U> __device__ int both(T, X<U>) { return sizeof(T) * 100 + sizeof(U); }
__device__ void run(long long *out, int &n) { A a(2); B b(3); I i(4); J j(5); C c(6); Two t(7); Y<short> y(8);
  out[n++] = same(a, a); out[n++] = same(b, b); out[n++] = same(a, b, 1.0, 2); out[n++] = same(a, b, 1); out[n++] = same(b, a, 1); out[n++] = same(&a, &b, 1L); out[n++] = same(&b, &b, 1L);
  out[n++] = of(i); out[n++] = of(j); out[n++] = of(c); out[n++] = of(y); out[n++] = pointer(&j); out[n++] = pointer(&c); out[n++] = pointer(&y); out[n++] = pointer(&t);
  out[n++] = reference(i); out[n++] = reference(j); out[n++] = reference(c); out[n++] = pair(j, 3); out[n++] = pair(j, 'a'); out[n++] = both(b, j); out[n++] = both(j, c); }
}
extern "C" __global__ void k(long long *out) { int n = 0; deduced_bases::run(out, n); }

// [temp.dep] a name of a dependent base is found through this-> or a qualified name only; others where the template is
// wrong: dependent-bases-searched
__device__ int v() { return 1; }
__device__ int w(int) { return 2; }
template <class T> struct B { __device__ int v() { return 3; } int n = 4; typedef T type; template <class U> __device__ U get() { return U(n) + 1; } };
template <class T> struct S : B<T> { __device__ int a() { return v(); } __device__ int b() { return this->v(); } __device__ int c() { return B<T>::v() + this->n; } __device__ int d() { typename B<T>::type x = T(300); return x; } __device__ int e() { return this->template get<T>(); } };
template <class T> __device__ int call(T t) { return w(t); }
namespace q { struct X {}; __device__ int w(X) { return 5; } }
extern "C" __global__ void k(long long *out) {
  S<int> s; S<char> t;
  out[0] = s.a(); out[1] = s.b(); out[2] = s.c(); out[3] = s.d(); out[4] = t.d(); out[5] = s.e();
  out[6] = call(1); out[7] = call(q::X());
}

// [temp.expl.spec] 16 to 18, [temp.class.spec] 5, 6 a member template is specialised for given arguments, for some, and for one instance of the class around it, in its class and outside of it
// wrong: member-specialisations-ignored; arguments-see-the-class; outside-parameters-go-by-place
typedef char I; struct h { float v; };
struct S {
  typedef int I; int m; template <class T> __device__ int f(T t) { return 1; } template <class T> __device__ int f(T t) const { return 2; } template <class T> __device__ static int g(T t) { return 3; }
  template <class T> __device__ S(T t) : m(4) {} template <class T> __device__ operator T() const { return T(5); } template <class T> __device__ int operator+(T t) const { return 6; }
  template <class T> struct B { static const int v = 1; }; template <class T> struct B<T *> { static const int v = 2; }; template <> struct B<float> { static const int v = 3; };
  template <class T> static constexpr int x = 1; template <class T> static constexpr int x<T *> = 2; template <> constexpr int x<float> = 3;
  template <class T> __device__ static int in(T) { return 1; } template <> __device__ int in(int) { return 2; } template <> __device__ int in<char>(char) { return 3; }
  template <class... T> __device__ static int many(T...) { return sizeof...(T); } template <int N> __device__ static int num() { return N; }
};
template <> __device__ int S::f(int t) { return m * 10 + t; } template <> __device__ int S::f<char>(char) const { return 21; } template <> __device__ int S::g<float>(float t) { return (int)t + 30; }
template <> __device__ S::S(float t) : m(40) {} template <> __device__ S::operator double() const { return 50.5; } template <> __device__ int S::operator+(short t) const { return m + t; }
template <> struct S::B<I> { static const int v = sizeof(I) * 100; }; template <class T> struct S::B<T &> { static const int v = sizeof(T) + 10; }; template <> constexpr int S::x<I> = sizeof(I) * 100; template <class T> constexpr int S::x<T &> = sizeof(T) + 10;
template <> __device__ int S::many(int, float) { return 70; } template <> __device__ int S::many() { return 71; } template <> __device__ int S::num<3>() { return 80; }
template <class T> struct A {
  T r; __device__ A() : r(1) {} template <class U> __device__ explicit A(const A<U> &c) : r((T)c.r) {} template <class U> __device__ A &operator=(const A<U> &c) { r = (T)(c.r + 1); return *this; }
  template <class U> __device__ static int f(U) { return 1; } template <class U> __device__ static int f(U *) { return 2; }
  template <class U> struct B { static const int v = 1; __device__ int g(); }; template <class U> struct B<U *> { static const int v = sizeof(U) * 10 + sizeof(T); __device__ int g(); }; template <class U> static constexpr int x = 1; template <class U> static constexpr int x<U *> = 2;
  template <class U, int N> struct D { template <class V> struct E { static const int v = N; }; template <class V> __device__ int q(V) { return N; } };
};
template <class X> template <class Y> struct A<X>::B<Y &> { static const int v = sizeof(X) * 100 + sizeof(Y); }; template <class X> template <class Y> constexpr int A<X>::x<Y &> = sizeof(X) * 100 + sizeof(Y);
template <> template <> __device__ A<float>::A(const A<h> &c) : r(c.r.v) {} template <> template <> __device__ A<double> &A<double>::operator=(const A<h> &c) { r = c.r.v * 2; return *this; } template <> __device__ A<h>::A() : r{3} {}
template <> template <> __device__ int A<int>::f(int) { return 3; } template <> template <> __device__ int A<int>::f(int *) { return 4; } template <> template <class U> __device__ int A<float>::f(U *) { return 5; } template <> template <> __device__ int A<float>::f(char *) { return 6; }
template <> template <> struct A<int>::B<char> { static const int v = 77; __device__ int g() { return 78; } }; template <> template <class U> struct A<short>::B { static constexpr int v = 55; };
template <class T> template <class U> __device__ int A<T>::B<U>::g() { return sizeof(T) + sizeof(U); } template <class T> template <class U> __device__ int A<T>::B<U *>::g() { return 9; } template <> template <> __device__ int A<double>::B<double>::g() { return 90; }
template <> template <> constexpr int A<int>::x<char> = 77; template <> template <class U> constexpr int A<short>::x = 55;
template <class T> template <class U, int N> template <class V> struct A<T>::D<U, N>::E<V *> { static const int v = N * 10 + sizeof(T); }; template <> template <> template <> __device__ int A<int>::D<int, 2>::q(char) { return 99; } template <> template <> template <class V> struct A<int>::D<int, 4>::E { static const int v = 44; };
extern "C" __global__ void k(long long *out) {
  int i = (int)out[0]; S s('c'); const S c(1.5f); out[1] = s.f(i + 3); out[2] = s.f('a'); out[3] = c.f('a'); out[4] = c.f(1); out[5] = S::g(2.5f); out[6] = S::g(2); out[7] = s.m; out[8] = c.m; out[9] = (int)s; out[10] = (long long)(2 * (double)s); out[11] = s + (short)2; out[12] = s + 2;
  out[13] = S::B<int>::v; out[14] = S::B<char>::v; out[15] = S::B<int *>::v; out[16] = S::B<short &>::v; out[17] = S::B<float>::v; out[18] = S::x<int>; out[19] = S::x<char>; out[20] = S::x<int *>; out[21] = S::x<short &>; out[22] = S::x<float>;
  out[23] = S::in(1); out[24] = S::in('a'); out[25] = S::in(1.f); out[26] = S::many(1, 2.f); out[27] = S::many(); out[28] = S::many(1, 1); out[29] = S::num<3>(); out[30] = S::num<4>();
  A<h> ah; A<float> af(ah); A<double> ad; ad = ah; out[31] = (long long)af.r; out[32] = (long long)ad.r; A<int> ai; ai = af; out[33] = ai.r; out[34] = A<int>::f(1); out[35] = A<int>::f((int *)0); out[36] = A<int>::f((float *)0); out[37] = A<float>::f((float *)0); out[38] = A<float>::f((char *)0); out[39] = A<float>::f(1);
  out[40] = A<int>::B<char>::v; out[41] = A<int>::B<short>::v; out[42] = A<int>::B<short *>::v; out[43] = A<char>::B<short *>::v; out[44] = A<int>::B<short &>::v; out[45] = A<short>::B<char>::v;
  out[47] = A<int>::x<char>; out[48] = A<int>::x<short>; out[49] = A<int>::x<short *>; out[50] = A<int>::x<short &>; out[51] = A<short>::x<char>; A<int>::B<char> b; A<int>::B<int> bi; A<int>::B<int *> bp; A<double>::B<double> bd; out[53] = b.g(); out[54] = bi.g(); out[55] = bp.g(); out[56] = bd.g();
  out[57] = A<int>::D<int, 2>::E<int>::v; out[58] = A<short>::D<int, 2>::E<int *>::v; A<int>::D<int, 2> d; out[59] = d.q('a'); out[60] = d.q(1); out[61] = A<int>::D<int, 4>::E<char>::v;
}

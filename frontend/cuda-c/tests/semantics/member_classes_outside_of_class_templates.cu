// [temp.mem.class] [class.nest] 2 [temp.expl.spec] 16 a member class or enumeration of a class template is defined outside of it for all instances, or for one; it is made when it has to be complete
// wrong: member-specialisations-ignored; outside-parameters-go-by-place
template <class T> struct A { struct In; enum E : int; enum class F; In *p; __device__ int f() { return sizeof(*p); } struct B { struct C; T t; template <class U> struct D; enum G : int; }; struct Plain { int v; __device__ int g() { return 1; } }; };
template <class U> struct A<U>::In { U x[3]; typedef U type; __device__ In(U u) : x{u, u, u} {} __device__ U sum() const; static const int s; };
template <class T> __device__ T A<T>::In::sum() const { return x[0] + x[1] + x[2]; } template <class T> const int A<T>::In::s = sizeof(T) + 1;
template <> enum A<char>::E : int { three = 30 }; template <class T> enum A<T>::E : int { one = sizeof(T), two }; template <class T> enum class A<T>::F { a = 4, b };
template <class T> struct A<T>::B::C { T a; T b; }; template <class T> enum A<T>::B::G : int { g = sizeof(T) * 3 };
template <class T> template <class U> struct A<T>::B::D { T t; U u; typename A<U>::In *in; };
template <> struct A<short>::In { short x; char c; __device__ In(short s) : x(s), c(7) {} __device__ int sum() const; }; __device__ int A<short>::In::sum() const { return x + c; }
template <> struct A<short>::Plain { int v, w; __device__ int g() { return 2; } };
template <class T> struct W; template <class T> struct W<T *> { struct In; }; template <class T> struct W<T *>::In { T x, y; }; namespace n { template <class T> struct Q { struct In; typedef T own; }; } template <class T> struct n::Q<T>::In { own x; T y; };
template <class T, int N> struct P { struct In; }; template <class A, int B> struct P<A, B>::In { A x[B]; }; template <class T> struct Never { struct In; In *p; }; template <class T> struct Never<T>::In { typename T::none x; };
template <class T, class = int> struct has { static const int v = 0; }; template <class T> struct has<T, typename T::type> { static const int v = 1; };
extern "C" __global__ void k(long long *out) {
  int i = (int)out[0]; A<int> a; A<int>::In in(i + 5); A<double>::In d(0.5); A<short>::In s((short)(i + 3)); A<char>::Plain cp; A<short>::Plain sp; Never<int> never; never.p = nullptr;
  out[1] = a.f(); out[2] = in.sum(); out[3] = (long long)(d.sum() * 2); out[4] = s.sum(); out[5] = sizeof(s); out[6] = A<int>::one; out[7] = A<double>::two; out[8] = (int)A<char>::F::b; out[9] = A<char>::three;
  out[10] = sizeof(A<double>::B::C); out[11] = A<short>::B::g; out[12] = sizeof(A<char>::B::D<char>); out[13] = sizeof(W<short *>::In); out[14] = sizeof(n::Q<char>::In); out[15] = sizeof(P<short, 5>::In);
  out[16] = cp.g(); out[17] = sp.g(); out[18] = sizeof(sp); out[19] = A<int>::In::s; out[20] = A<double>::In::s; out[21] = has<A<int>::In>::v; out[22] = has<A<short>::In>::v; out[23] = never.p == nullptr;
  A<float>::In::type z = 2.5f; out[24] = (long long)(z * 2); A<long long>::In l(i); out[25] = l.sum() + sizeof(l);
}

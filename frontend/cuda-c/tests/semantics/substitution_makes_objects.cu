// [class.temporary] 1, [class.dtor] 5, [class.copy.ctor] 7, 10, [class.access.base] 5, 6, [class.member.lookup] 6 what an operand that is not evaluated makes could be destroyed and copied, and what it names could be reached
// wrong: operands-need-no-destructors; copies-of-changeable-move; nothing-stands-in-for-calls
template <class T> __device__ T &&dv(); template <class T> __device__ T ret();
struct D { __device__ ~D() = delete; }; struct M { D d; }; struct C { __device__ C(); __device__ C(C &); }; struct H { C c; __device__ H(); }; struct Fine { __device__ ~Fine(); int m; }; struct Own { int m; }; class Hidden { __device__ ~Hidden(); };
template <class T> __device__ auto made(int) -> decltype(T(), 1) { return 1; } template <class T> __device__ int made(...) { return 2; }
template <class T> __device__ auto listed(int) -> decltype(T{}, 1) { return 1; } template <class T> __device__ int listed(...) { return 2; }
template <class T> __device__ auto given(int) -> decltype(ret<T>(), 1) { return 1; } template <class T> __device__ int given(...) { return 2; }
template <class T> __device__ auto itself(int) -> decltype((void)sizeof(decltype(ret<T>()) *), 1) { return 1; } template <class T> __device__ int itself(...) { return 2; }
template <class T, int = sizeof(ret<T>())> __device__ int sized(int) { return 1; } template <class T> __device__ int sized(...) { return 2; }
template <class T> __device__ auto ended(int) -> decltype(dv<T &>().~T(), 1) { return 1; } template <class T> __device__ int ended(...) { return 2; }
template <class T> __device__ auto moved(int) -> decltype(T(dv<T>()), 1) { return 1; } template <class T> __device__ int moved(...) { return 2; }
template <class T> __device__ auto copied(int) -> decltype(T(dv<T &>()), 1) { return 1; } template <class T> __device__ int copied(...) { return 2; }
struct B { int m; __device__ int f(); }; struct P : private B { using B::f; }; struct Q : private B {}; struct R : B {};
template <class T> __device__ auto by_base(int) -> decltype(dv<T>().B::m, 1) { return 1; } template <class T> __device__ int by_base(...) { return 2; }
template <class T> __device__ auto pointed(int) -> decltype(&T::f, 1) { return 1; } template <class T> __device__ int pointed(...) { return 2; }
template <class T> __device__ int named(typename T::t) { return 1; } template <class T> __device__ int named(...) { return 2; } struct A { int t; }; struct E { enum t {}; }; struct G : E, A {}; struct G2 : E {};
template <class T> struct W { static constexpr int v = 0; }; template <class T> struct W<T *> { static constexpr int v = 1; }; template <class T, class X> struct W<T X::*> { static constexpr int v = 2; };
struct S { int a; __device__ int f() { return W<decltype(&(S::a))>::v * 10 + W<decltype(&S::a)>::v; } };
__device__ int twice(int x) { return x * 2; } struct Fn { typedef int (*F)(int); __device__ operator F() const; }; struct Fn2 { typedef int (*F)(int, int); __device__ operator F() const; };
template <class T> __device__ auto called(int) -> decltype(dv<T>()(1), 1) { return 1; } template <class T> __device__ int called(...) { return 2; }
extern "C" __global__ void k(long long *out) {
  int i = (int)out[0]; out[1] = made<D>(i); out[2] = made<M>(i); out[3] = made<Fine>(i); out[4] = made<Own>(i); out[5] = made<Hidden>(i); out[6] = listed<D>(i); out[7] = listed<Fine>(i); out[8] = given<D>(i); out[9] = given<Fine>(i); out[10] = given<Hidden>(i); out[11] = itself<D>(i);
  out[12] = sized<D>(i); out[13] = sized<Own>(i); out[14] = ended<D>(i); out[15] = ended<M>(i); out[16] = ended<Fine>(i); out[17] = ended<Own>(i); out[18] = moved<H>(i); out[19] = moved<C>(i); out[20] = moved<Own>(i); out[21] = copied<H>(i); out[22] = copied<C>(i); out[23] = copied<Fine>(i);
  out[24] = by_base<P>(i); out[25] = by_base<R>(i); out[26] = by_base<B>(i); out[27] = pointed<P>(i); out[28] = pointed<Q>(i); out[29] = pointed<R>(i); out[30] = named<G>(E::t()); out[31] = named<G2>(E::t()); S s{1}; out[32] = s.f(); out[33] = called<Fn>(i); out[34] = called<Fn2>(i); out[35] = called<Own>(i); out[36] = twice(i);
}

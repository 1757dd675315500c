// [temp.deduct] 8 [class.access] access is part of a substitution: what may not be named takes a template out of the set
// wrong: declarations-see-private
template <class T> struct make_void { typedef void type; };
template <class T> using Type = typename T::type;
template <class T> __device__ T &&of();
struct Hidden {
 private:
  typedef int type; struct In { int x; }; enum { e = 3 }; static constexpr int c = 4; int d;
  __device__ int f() { return 1; }
  __device__ static int s() { return 2; }
  template <class, class> friend struct Friend;
  template <class T> friend __device__ int asked(typename T::type);
};
struct Shown { typedef int type; struct In { int x; }; enum { e = 3 }; static constexpr int c = 4; int d; __device__ int f() { return 1; } __device__ static int s() { return 2; } };
struct Closed { private: __device__ Closed(int) {} public: __device__ Closed() {} };
struct Open { __device__ Open(int) {} };
struct Under : private Shown { }; struct Over : Shown { }; struct Part : private Shown { using Shown::d; };
template <class T, class = void> struct Has { static constexpr int v = 0; };
template <class T> struct Has<T, typename make_void<typename T::type>::type> { static constexpr int v = 1; };
template <class T, class = void> struct Ali { static constexpr int v = 0; };
template <class T> struct Ali<T, typename make_void<Type<T>>::type> { static constexpr int v = 1; };
template <class T, class = void> struct Friend { static constexpr int v = 0; };
template <class T> struct Friend<T, typename make_void<typename T::type>::type> { static constexpr int v = 1; };
template <class T> __device__ int in(typename T::In *) { return 1; }
template <class T> __device__ int in(...) { return 0; }
template <class T, class U = typename T::In> __device__ int dflt(int) { return 1; }
template <class T> __device__ int dflt(...) { return 0; }
template <class T> __device__ auto data(int) -> decltype(of<T>().d, 1) { return 1; }
template <class T> __device__ int data(...) { return 0; }
template <class T> __device__ auto just(int) -> decltype(of<T>().d) { return 1; }
template <class T> __device__ int just(...) { return 0; }
template <class T> __device__ auto fn(int) -> decltype(of<T>().f(), 1) { return 1; }
template <class T> __device__ int fn(...) { return 0; }
template <class T> __device__ auto st(int) -> decltype(T::s(), 1) { return 1; }
template <class T> __device__ int st(...) { return 0; }
template <class T> __device__ auto en(int) -> decltype(T::e + T::c, 1) { return 1; }
template <class T> __device__ int en(...) { return 0; }
template <class T> __device__ auto ct(int) -> decltype(T(1), 1) { return 1; }
template <class T> __device__ int ct(...) { return 0; }
template <class B, class D> __device__ auto up(int) -> decltype(static_cast<B &>(*(D *)0), 1) { return 1; }
template <class B, class D> __device__ int up(...) { return 0; }
template <class T> __device__ int asked(typename T::type) { return 5; }
template <class T> __device__ int asked(...) { return 0; }
extern "C" __global__ void k(long long *out) {
  out[0] = Has<Hidden>::v; out[1] = Has<Shown>::v; out[2] = Ali<Hidden>::v; out[3] = Ali<Shown>::v; out[4] = in<Hidden>(0); out[5] = in<Shown>(0);
  out[6] = data<Hidden>(0); out[7] = data<Shown>(0); out[8] = fn<Hidden>(0); out[9] = fn<Shown>(0); out[10] = ct<Closed>(0); out[11] = ct<Open>(0);
  out[12] = data<Under>(0); out[13] = data<Over>(0); out[14] = up<Shown, Under>(0); out[15] = up<Shown, Over>(0); out[16] = st<Hidden>(0); out[17] = st<Shown>(0);
  out[18] = en<Hidden>(0); out[19] = en<Shown>(0); out[20] = Has<Under>::v; out[21] = Has<Over>::v; out[23] = asked<Hidden>(1);
  out[24] = just<Hidden>(0); out[25] = just<Shown>(0); out[26] = data<Part>(0); out[27] = dflt<Hidden>(0); out[28] = dflt<Shown>(0); out[29] = Ali<Hidden>::v;
  out[30] = st<Under>(0); out[31] = fn<Under>(0); out[32] = en<Under>(0); out[33] = in<Under>(0);
}

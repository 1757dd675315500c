// [temp.res] what another class has as a type or template is none of this class's, nor of a template's parameter
// wrong: parameters-have-types
struct Types {
  struct y { char q; };
  typedef char z;
  typedef char w;
  template <int N> static __device__ int m(int);
  template <int N> static __device__ int size(int);
};
struct C {
  static constexpr char y[2] = {};
  static constexpr int z = 5, m = 7;
  static __device__ int w(int a) { return a * 10; }
  int size;
  __device__ int own() { return (C::z)-1; }
  __device__ int compared() { return C::m < 9 + (C::z)+1; }
};
struct D : C { __device__ int h() { return (z)-1; } };
struct E : Types { using Types::z; };
template <class T> __device__ int minus() { return (T::z)-1; }
template <class T> __device__ int call() { return T::w(3) + 1; }
template <class T> __device__ int size(int p) { return sizeof(T::w(p)); }
template <class T> __device__ int product() { return (T::z + 1) * T::z; }
template <class T> __device__ int less() { return T::m < 3; }
template <class T> __device__ int twice() { return T::m<3>(1); }
template <class T> __device__ int object(T t, int n) { return t.size < 3 && n > 2; }
template <class T> __device__ int named() { return sizeof(typename T::y) + sizeof(typename T::z); }
extern "C" __global__ void k(long long *out) {
  int n = 0;
#define R(x) out[n++] = (x)
  R(sizeof(C::y)); R((C::z)-1); R(C().own()); R(C().compared()); R(D().h()); R((D::z)-1);
  R((Types::z)-1); R((E::z)-1); R(sizeof(Types::y));
  R(minus<C>()); R(call<C>()); R(size<C>(1)); R(product<C>()); R(less<C>()); R(twice<C>()); R(named<Types>());
  C c; c.size = 2; R(object(c, 5)); R(c.size < 3);
}

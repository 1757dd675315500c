// [class.static.data] a constant that gets its value outside of its class is a constant from there on, and has its value before
// wrong: static-members-begin-with-zero
struct A {
  static const int n;
  static const float half;
  static const bool yes;
  static const unsigned long wide;
  enum E { one = 1, two };
  static const int later;
  __host__ __device__ int before() const { return n + later; }
};
__host__ __device__ int early() { return A::later; }
const int A::n = 4;
const float A::half = A::n + 0.5f;
const bool A::yes = 7;
const unsigned long A::wide = 1ul << 40;
template <class T> struct B { static const int size; static const T value; };
template <class T> const int B<T>::size = sizeof(T);
template <> const int B<char>::size = 77;
template <class T> const T B<T>::value = T(2.5) + A::n;
namespace m { struct C { struct D { static const short deep; }; }; }
const short m::C::D::deep = -3;
extern "C" __global__ void k(long long *out) {
  int list[A::n]; A a; B<double> b;
  out[0] = sizeof list; out[1] = A::half * 2; out[2] = a.yes; out[3] = A::wide >> 38; out[4] = a.before(); out[5] = early();
  out[6] = B<long>::size; out[7] = B<char>::size; out[8] = B<int>::value; out[9] = b.value * 2; out[10] = m::C::D::deep;
  static_assert(B<short>::size == 2, ""); out[11] = A::later;
}
const int A::later = 100;

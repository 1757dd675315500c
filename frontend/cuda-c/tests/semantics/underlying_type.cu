// [meta.trans.other] __underlying_type is the integer type that an enumeration is kept as
// wrong: narrowing-saturates
enum A : unsigned char { a = 200 };
enum class B { b = -1 };
enum class C : long long { c };
enum D { d = -1 };
enum E { e = 0x80000000u };
template <class T> struct under { typedef __underlying_type(T) type; };
__device__ int f(unsigned char) { return 1; }
__device__ int f(int) { return 2; }
__device__ int f(long long) { return 3; }
__device__ int f(unsigned) { return 4; }
extern "C" __global__ void k(long long *out) {
  out[0] = f(under<A>::type()); out[1] = f(under<B>::type()); out[2] = f(under<C>::type()); out[3] = f(under<D>::type());
  out[4] = f(under<E>::type()); out[5] = (under<A>::type)(a + 100); __underlying_type(const A) x = 300 & 255; out[6] = x;
}

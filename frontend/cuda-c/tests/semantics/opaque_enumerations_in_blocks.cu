// [dcl.enum] an enumeration may be declared without its enumerators, in a block too, and is complete from then on
// wrong: opaque-enumerations-are-int
// options: -default-device
enum E : short { q = 5 };
enum class G : long long;
template <class T> int of() {
  enum F : T;
  F f{};
  enum F : T { v = 3 };
  f = v;
  return sizeof(f) * 10 + f;
}
struct S {
  enum A : char;
  enum class B;
  A a;
  enum A : char { one = 1 };
  B b;
  enum class B { two = 2 };
};
extern "C" __global__ void k(long long *out) {
  enum E : char;
  out[0] = sizeof(E);
  E e{};
  enum E : char { a = 3 };
  out[1] = e; e = a; out[2] = e;
  enum class F;
  F f = (F)7;
  out[3] = sizeof(F); out[4] = (int)f;
  enum class F { x = 2 };
  f = F::x; out[5] = (int)f;
  { enum E : long long { w = 7 }; out[6] = sizeof(E) + w; }
  out[7] = of<char>(); out[8] = of<long long>();
  out[9] = sizeof(S); out[10] = S::one + (int)S::B::two;
  out[11] = sizeof(G); G g = (G)9; out[12] = (long long)g;
}

// [dcl.enum] 5 [basic.scope.pdecl] 4 an enumerator is known by its enumeration's name in the list behind it, and is of its value's type or of the underlying one
// wrong: lists-are-closed
enum class E : unsigned { a = 1, b = 2, c = E::a | E::b, d = sizeof(E::a) }; enum U { p = 1, q = U::p * 3, r = sizeof(U::q) };
enum class L : long long { x = 1, y = L::x << 40 }; template <int N> struct T { enum class M : char { u = N, v = M::u + 1, w = sizeof(M::v) }; enum { f = N, g = T::f * 2 }; };
extern "C" __global__ void k(long long *out) { enum class B { one = 1, two = B::one + 1 }; out[1] = (int)E::c; out[2] = q; out[3] = (int)E::d; out[4] = r; out[5] = (long long)L::y; out[6] = (int)T<6>::M::v * 10 + (int)T<6>::M::w; out[7] = T<4>::g; out[8] = (int)B::two; }

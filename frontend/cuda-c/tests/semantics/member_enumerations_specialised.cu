// [temp.expl.spec] 1.6 an enumeration of a class template may be stated for one instance, with enumerators of its own
// wrong: member-specialisations-ignored
template <class T> struct A { enum class E { x }; __device__ static int f() { return (int)E::x; } enum class F : T { p = sizeof(T), q }; __device__ int g() { return (int)F::q; } }; template <> enum class A<int>::E { x = 4, z }; template <> enum class A<int>::F : int { q = 9, r };
extern "C" __global__ void k(long long *out) { out[1] = A<int>::f(); out[2] = (int)A<char>::E::x; out[3] = (int)A<int>::E::z; out[4] = (int)A<int>::F::r; out[5] = (int)A<char>::F::q; out[6] = sizeof(A<int>::F); out[7] = sizeof(A<char>::F); out[8] = A<int>().g() * 10 + A<short>().g(); }

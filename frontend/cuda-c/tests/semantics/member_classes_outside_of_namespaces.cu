// [basic.lookup.unqual] the names in a member class that is defined outside of its namespace are looked up in that
// wrong: members-stand-where-defined
// options: -default-device
struct A { char c[1]; };
const int kc = 1;
int fn() { return 1; }
int w(long) { return 1; }
namespace N {
struct A { char c[2]; };
const int kc = 2;
int fn() { return 2; }
int w(int) { return 2; }
struct S { struct Q; enum E : int; };
struct O { struct A { char c[3]; }; struct P; };
namespace M { struct S2 { struct T; }; const int kc = 3; }
}
struct N::S::Q { int g() { return sizeof(A) * 100 + kc * 10 + fn(); } int calls() { return w(1); } };
struct N::O::P { int g() { return sizeof(A) * 100 + kc * 10 + fn(); } };
struct N::M::S2::T { int f() { return kc; } static int s; int g(); };
int N::M::S2::T::s = kc;
int N::M::S2::T::g() { return kc; }
enum N::S::E : int { e = kc };
extern "C" __global__ void k(long long *out) {
  int n = 0;
#define R(x) out[n++] = (x)
  R(N::S::Q().g()); R(N::S::Q().calls()); R(N::O::P().g()); R(N::M::S2::T().f()); R(N::M::S2::T::s); R(N::M::S2::T().g()); R(N::S::e);
}

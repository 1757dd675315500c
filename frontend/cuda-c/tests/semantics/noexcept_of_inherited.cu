// [except.spec] 7 an inherited constructor may throw where that of the base may or what makes the other members, and an implicit copy or assignment of a part counts the function that is called alone
// wrong: inherited-throw-as-their-bases; parameters-of-parts-throw
// options: -default-device
template <class T> T &&dv() noexcept; int g() noexcept;
struct B { B(); }; struct Q { Q() noexcept; }; struct V { V(int) noexcept; V(char); template <class T> V(T *) noexcept; };
struct A1 : V { using V::V; Q q; }; struct A3 : V { using V::V; int i = g(); }; struct A4 : A1 { using A1::A1; }; struct A5 : A1 { using A1::A1; B b; }; struct A6 : V { using V::V; B b[2]; }; struct A7 : B, V { using V::V; }; struct A8 : Q, V { using V::V; };
struct F { F(); }; struct G { G &operator=(G) noexcept; G() noexcept; G(const G &); G(G &&) noexcept; }; struct H { G g; }; struct I { G g[2]; }; struct J : G {}; struct C { C(F = F()) noexcept; C(const C &, F = F()) noexcept; }; struct E { C c; };
extern "C" __global__ void k(long long *out) {
  int *p = 0;
  out[0] = noexcept(A1(1)) | noexcept(A1('a')) << 1 | noexcept(A1(p)) << 2 | noexcept(A3(1)) << 4 | noexcept(A4(p)) << 5 | noexcept(A5(p)) << 6 | noexcept(A6(1)) << 7;
  out[1] = noexcept(A7(1)) | noexcept(A8(1)) << 1 | __is_nothrow_constructible(A7, int) << 3 | __is_nothrow_constructible(A8, int) << 4;
  out[2] = noexcept(dv<H &>() = dv<H>()) | noexcept(dv<H &>() = dv<const H &>()) << 1 | noexcept(dv<I &>() = dv<I>()) << 2 | noexcept(dv<J &>() = dv<J>()) << 3 | noexcept(E()) << 4 | __is_nothrow_constructible(E, E) << 5;
}

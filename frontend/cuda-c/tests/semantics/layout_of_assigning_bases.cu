// [class.derived] what of a base that copies itself in a way of its own members may follow: its data, unnamed bit-fields too
// wrong: unnamed-bit-fields-are-nothing
#define ASSIGNS(N) __device__ N &operator=(const N &o) { return *this; }
struct A { int f : 2; unsigned short g; int : 3; ASSIGNS(A) };
struct A1 : A { char c; }; struct A2 : A { A v; }; struct A3 : A { short s; int i : 4; };
struct B { int f; char : 0; ASSIGNS(B) }; struct B1 : B { char c; };
struct C { long long f : 5; int : 30; ASSIGNS(C) }; struct C1 : C { char c; }; struct C2 : C { int : 3; char c : 4; };
struct D { char c; int : 12; ASSIGNS(D) }; struct D1 : D { char c; }; struct D2 : D { int i; };
struct E { int : 9; ASSIGNS(E) }; struct E1 : E { char c; }; struct E2 : E { E e; char c; };
struct F { char c; int : 0; ASSIGNS(F) }; struct F1 : F { char c; };
struct G { A a; char c; }; struct G1 : G { char d; }; struct G2 { A2 a; char c; };
struct H : A { ASSIGNS(H) }; struct H1 : H { char c; };
struct I : A { int : 7; I() = default; ASSIGNS(I) }; struct I1 : I { char c; };
template<class T> struct J { T t; int : 5; ASSIGNS(J) }; struct J1 : J<short> { char c; }; struct J2 : J<int> { char c; };
struct alignas(8) K { int : 5; char c; int : 17; ASSIGNS(K) }; struct K1 : K { char d; }; struct K2 : K1 { char d; };
extern "C" __global__ void k(long long *out) { int n = 0;
  out[n++] = sizeof(A); out[n++] = sizeof(A1); out[n++] = sizeof(A2); out[n++] = sizeof(A3); out[n++] = sizeof(B1); out[n++] = sizeof(C); out[n++] = sizeof(C1); out[n++] = sizeof(C2);
  out[n++] = sizeof(D); out[n++] = sizeof(D1); out[n++] = sizeof(D2); out[n++] = sizeof(E); out[n++] = sizeof(E1); out[n++] = sizeof(E2); out[n++] = sizeof(F1); out[n++] = sizeof(G); out[n++] = sizeof(G1);
  out[n++] = sizeof(G2); out[n++] = sizeof(H1); out[n++] = sizeof(I1); out[n++] = sizeof(J1); out[n++] = sizeof(J2); out[n++] = sizeof(K1); out[n++] = sizeof(K2);
  A1 a; out[n++] = (char *)&a.c - (char *)&a; A2 b; out[n++] = (char *)&b.v - (char *)&b; C1 c; out[n++] = (char *)&c.c - (char *)&c; D1 d; out[n++] = (char *)&d.c - (char *)&d;
  E1 e; out[n++] = (char *)&e.c - (char *)&e; K2 m; out[n++] = (char *)&m.d - (char *)&m; I1 i; out[n++] = (char *)&i.c - (char *)&i; J1 j; out[n++] = (char *)&j.c - (char *)&j; }

// [class.bit] a bit-field of width 0 ends a unit, behind the last member too
// wrong: trailing-units-are-forgotten
struct C0 { unsigned char f; __device__ C0(int n) : f(n) {} };
struct A { unsigned char v[3]; unsigned : 0; };
struct B { unsigned char v[3]; unsigned : 0; char c; };
struct C : C0 { unsigned char v[2]; unsigned : 0; };
struct D : C0 { unsigned char v[2]; unsigned : 0; char d; };
struct E : C0 { unsigned : 0; };
struct F { unsigned : 0; };
struct G { char c; long : 0; char d; };
struct H : C0 { long : 0; char d; };
struct I : C { char i; };
struct J : A { char i; };
struct K { unsigned char c; unsigned : 3; };
struct L : C0 { unsigned : 3; };
struct M : L { char c; };
struct N { char c; unsigned : 0; unsigned b : 3; unsigned : 0; };
struct O { short : 0; char c; short : 0; };
struct P : C0 { int : 9; char c; };
union Q { char c; int : 0; };
union R { char c; int : 20; };
struct S : C0 { char x; unsigned : 0; unsigned char y : 3; };
extern "C" __global__ void k(long long *out) {
  int n = 0;
#define T(X) out[n++] = sizeof(X); out[n++] = alignof(X)
  T(A); T(B); T(C); T(D); T(E); T(F); T(G); T(H); T(I); T(J); T(K); T(L); T(M); T(N); T(O); T(P); T(Q); T(R); T(S);
  D d{1, {2, 3}, 4}; out[n++] = (char *)&d.d - (char *)&d; I i{{1, {2, 3}}, 4}; out[n++] = (char *)&i.i - (char *)&i; H h{1, 2}; out[n++] = (char *)&h.d - (char *)&h;
  M m{{1}, 4}; out[n++] = (char *)&m.c - (char *)&m; P p{1, 2}; out[n++] = (char *)&p.c - (char *)&p; G g; out[n++] = (char *)&g.d - (char *)&g;
}

// [class.bit] bit-fields are packed into units of their type; one that does not fit goes to the next, 0 ends a unit
// wrong: bit-fields-straddle
struct A { int a : 3; int b : 5; int c : 9; };
struct B { int a : 20; int b : 20; };
struct C { char a : 3; int b : 20; char c : 7; };
struct E { int a : 4; int : 0; int b : 4; };
struct F { short a : 9; short b : 9; char c; };
struct G { char c; int b : 8; int d : 20; };
struct H { unsigned long long a : 40; unsigned b : 20; };
struct I { int : 5; char c; };
struct J { bool b : 1; unsigned char k : 7; };
extern "C" __global__ void k(long long *out) {
  union { C c; unsigned u; } x; x.u = 0; x.c.b = 1; union { E e; unsigned u[2]; } y; y.u[0] = y.u[1] = 0; y.e.b = 5; union { H h; unsigned long long u[2]; } z; z.u[0] = z.u[1] = 0; z.h.b = 3; union { A a; unsigned u; } w; w.u = 0; w.a.b = -1; w.a.c = 3;
  out[0] = sizeof(A); out[1] = sizeof(B); out[2] = sizeof(C); out[3] = sizeof(E); out[4] = sizeof(F);
  out[5] = sizeof(G); out[6] = sizeof(H); out[7] = sizeof(I); out[8] = sizeof(J); out[9] = x.u; out[10] = y.u[0];
  out[11] = y.u[1]; out[12] = (long long)z.u[0]; out[13] = (long long)z.u[1]; out[14] = w.u;
}

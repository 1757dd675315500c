// [class.mem] members in order, each at a multiple of its alignment; size a multiple of the largest
// wrong: members-unaligned
#define OFFSET(T, m) ((long long)(unsigned long long)&((T *)0)->m)
struct A { char c; int i; char d; };
struct B { char c; double d; short s; };
struct C { A a; char e; B b; };
struct E {};
struct F { char c[3]; short s; };
union U { char c[5]; int i; double d; };
struct G { E e; int i; };
struct H { long long l; char c; };
struct I { H h[2]; char c; };
extern "C" __global__ void k(long long *out) {
  out[0] = sizeof(A); out[1] = OFFSET(A, i); out[2] = OFFSET(A, d); out[3] = sizeof(B); out[4] = OFFSET(B, d);
  out[5] = OFFSET(B, s); out[6] = sizeof(C); out[7] = OFFSET(C, e); out[8] = OFFSET(C, b); out[9] = sizeof(E);
  out[10] = sizeof(F); out[11] = OFFSET(F, s); out[12] = sizeof(U); out[13] = alignof(U); out[14] = sizeof(G);
  out[15] = OFFSET(G, i); out[16] = sizeof(I); out[17] = alignof(A); out[18] = alignof(B); out[19] = alignof(F);
  out[20] = alignof(char[7]); out[21] = sizeof(I[3]);
}

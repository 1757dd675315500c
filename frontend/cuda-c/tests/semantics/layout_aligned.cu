// [dcl.align] alignas and aligned raise the alignment of types, members and typedefs
// wrong: aligned-ignored
#define OFFSET(T, m) ((long long)(unsigned long long)&((T *)0)->m)
struct alignas(16) A { char c; };
struct B { char c; alignas(8) int i; char d; };
struct __attribute__((aligned(32))) C { int i; };
struct E { char c; A a; };
typedef int I16 __attribute__((aligned(16)));
struct F { char c; I16 i; };
struct G { char c; int t[2] __attribute__((aligned(8))); };
struct alignas(4) alignas(8) H { char c; };
struct alignas(double) J { char c; };
extern "C" __global__ void k(long long *out) {
  A a[2]; I16 x = 5; alignas(32) char buf[3]; F f = {1, 2};
  out[0] = sizeof(A); out[1] = alignof(A); out[2] = sizeof(B); out[3] = OFFSET(B, i); out[4] = alignof(B);
  out[5] = sizeof(C); out[6] = sizeof(E); out[7] = OFFSET(E, a); out[8] = sizeof(F); out[9] = OFFSET(F, i);
  out[10] = alignof(I16); out[11] = sizeof(I16); out[12] = sizeof(G); out[13] = OFFSET(G, t);
  out[14] = sizeof(H); out[15] = alignof(J); out[16] = (char *)&a[1] - (char *)&a[0];
  out[17] = (unsigned long long)buf % 32; out[18] = (unsigned long long)&a % 16; out[19] = f.i + x;
}

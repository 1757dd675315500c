// [cpp.pragma] #pragma pack bounds the alignment of members until it is popped
// wrong: pack-ignored
#define OFFSET(T, m) ((long long)(unsigned long long)&((T *)0)->m)
struct A0 { char c; int i; };
#pragma pack(push, 1)
struct A { char c; int i; double d; };
#pragma pack(push, 2)
struct B { char c; int i; double d; };
#pragma pack(pop)
struct C { char c; short s; };
#pragma pack(pop)
struct E { char c; int i; double d; };
#pragma pack(4)
struct F { char c; double d; long long l; };
#pragma pack()
struct G { char c; double d; };
_Pragma("pack(1)") struct H { char c; int i; };
_Pragma("pack()") struct I { char c; int i; };
extern "C" __global__ void k(long long *out) {
  A a = {1, 2, 3}; B b = {4, 5, 6}; H h = {7, 8};
  out[0] = sizeof(A0); out[1] = sizeof(A); out[2] = OFFSET(A, d); out[3] = alignof(A); out[4] = sizeof(B);
  out[5] = OFFSET(B, i); out[6] = OFFSET(B, d); out[7] = alignof(B); out[8] = sizeof(C); out[9] = sizeof(E);
  out[10] = sizeof(F); out[11] = OFFSET(F, d); out[12] = alignof(F); out[13] = sizeof(G); out[14] = sizeof(H);
  out[15] = sizeof(I); out[16] = a.i + b.i + h.i; out[17] = (int)(a.d + b.d);
}

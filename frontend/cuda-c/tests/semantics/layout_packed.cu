// [dcl.attr] a packed structure has no padding and its members any alignment
// wrong: packed-ignored
#define OFFSET(T, m) ((long long)(unsigned long long)&((T *)0)->m)
struct __attribute__((packed)) A { char c; int i; double d; };
struct B { char c; A a; short s; };
struct C { char c; int i __attribute__((packed)); short s; };
struct __attribute__((packed, aligned(4))) E { char c; short s; char d; };
extern "C" __global__ void k(long long *out) {
  A a = {1, 2, 3}; B b = {4, {5, 6, 7}, 8}; A t[2] = {{1, 2, 3}, {4, 5, 6}}; C c = {1, 2, 3};
  out[0] = sizeof(A); out[1] = OFFSET(A, i); out[2] = OFFSET(A, d); out[3] = alignof(A); out[4] = sizeof(B);
  out[5] = OFFSET(B, a); out[6] = OFFSET(B, s); out[7] = sizeof(C); out[8] = OFFSET(C, i); out[9] = OFFSET(C, s);
  out[10] = alignof(C); out[11] = sizeof(E); out[12] = OFFSET(E, s); out[13] = alignof(E); out[14] = a.i + b.a.i;
  out[15] = (int)b.a.d; out[16] = t[1].i; out[17] = (int)t[1].d; out[18] = c.i;
}

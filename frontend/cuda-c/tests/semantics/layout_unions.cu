// [class.union] members of a union begin at one address; anonymous ones belong to the class
// wrong: unions-are-structs
#define OFFSET(T, m) ((long long)(unsigned long long)&((T *)0)->m)
union U { int i; unsigned char c[6]; float f; };
struct S { int k; union { int a; float b; struct { short lo, hi; }; }; int z; };
struct T { union { int x; struct { unsigned lo : 4, hi : 4; } b; } u; union V { char c; long long l; } v; };
union W { int i = 5; double d; };
extern "C" __global__ void k(long long *out) {
  U u; u.i = 0x01020304; S s = {1, {0x00050007}, 9}; T t = {{0x35}, {1}}; W w; U v = u; v.f = 1.0f;
  out[0] = sizeof(U); out[1] = u.c[0]; out[2] = u.c[3]; out[3] = v.i; out[4] = sizeof(S); out[5] = OFFSET(S, b);
  out[6] = OFFSET(S, hi); out[7] = s.lo; out[8] = s.hi; out[9] = s.z; out[10] = t.u.b.lo; out[11] = t.u.b.hi;
  out[12] = sizeof(T); out[13] = t.v.l & 255; out[14] = w.i; out[15] = &s.a == (int *)&s.b;
  s.hi = 3; union { int q; char r; }; q = 0x141;
  out[16] = s.a; out[17] = r;
}

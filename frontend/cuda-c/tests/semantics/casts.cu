// [expr.cast] a C cast is the first of const_cast, static_cast, reinterpret_cast that fits
// wrong: casts-forget-bases
struct A { int a; };
struct B { int b; };
struct C : A, private B { __device__ B *pb() { return this; } };
struct V { int v; __device__ V(int x) : v(x) {} __device__ operator int() const { return v * 2; } };
extern "C" __global__ void k(long long *out) {
  int i = 0x41424344; float f = 1.0f; C c; c.a = 1; c.pb()->b = 2; const int k2 = 5; unsigned long long u = (unsigned long long)&i; char *p = (char *)&i;
  out[0] = *(char *)&i; out[1] = p[3]; out[2] = *(int *)u; out[3] = (int)f; out[4] = *(int *)&f;
  out[5] = reinterpret_cast<int &>(f); out[6] = ((B *)&c)->b; out[7] = (char *)(B *)&c - (char *)&c;
  out[8] = (int)V(3); out[9] = ((V)4).v; out[10] = (long long)(char)200; out[11] = (unsigned)-1 > 0;
  out[12] = *(const int *)&k2; out[13] = (bool)(void *)&i; out[14] = (short)i;
  out[15] = static_cast<unsigned char>(i); out[16] = (int)3.9e0f; out[17] = (char)(int)65.5; out[18] = int(5.5);
  out[19] = *reinterpret_cast<unsigned short *>(&i); out[20] = (int &)f == 0x3f800000;
}

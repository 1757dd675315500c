// [conv.prom] a bit-field that fits int is promoted to int, one of the width of unsigned to unsigned
// wrong: bit-fields-promote-by-type
struct B { unsigned a : 5; unsigned b : 31; unsigned c : 32; int d : 6; unsigned long long e : 20; unsigned long long f : 32; unsigned long long g : 40; bool h : 1; };
extern "C" __global__ void k(long long *out) {
  B x; x.a = 3; x.b = 3; x.c = 3; x.d = -3; x.e = 3; x.f = 3; x.g = 3; x.h = 1;
  out[0] = x.a - 4 < 0; out[1] = x.b - 4 < 0; out[2] = x.c - 4 < 0; out[3] = x.d - 4 < 0; out[4] = -x.a;
  out[5] = -x.b; out[6] = (long long)-x.c; out[7] = -x.h;
  out[8] = x.a - 4 > -2; out[9] = ~x.a; out[10] = (x.c - 4) / 2; out[11] = sizeof(x.a + x.a);
  out[12] = sizeof(+x.c); out[13] = sizeof(+x.h);
}

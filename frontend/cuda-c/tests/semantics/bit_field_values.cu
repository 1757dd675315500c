// [class.bit] a stored value keeps the bits that fit; a signed field extends its sign; neighbours stay
// wrong: bit-fields-are-unsigned
struct S { int a : 3; unsigned b : 4; int c : 9; unsigned d : 16; long long e : 33; bool f : 1; signed char g : 2; };
extern "C" __global__ void k(long long *out) {
  S s = {3, 15, -1, 65535, -1, true, 1};
  out[0] = s.a; out[1] = s.b; out[2] = s.c; out[3] = s.d; out[4] = s.e; out[5] = s.f; out[6] = s.g;
  s.a = 5; s.b = 17; s.c = 256; s.d = -1; s.e = 1ll << 32; s.g = 2; int r = s.b += 20; int q = (s.a = 7); int t = s.b++;
  out[7] = s.a; out[8] = s.b; out[9] = s.c; out[10] = s.d; out[11] = s.e; out[12] = s.f; out[13] = s.g;
  out[14] = r; out[15] = q; out[16] = t; out[17] = s.b--; out[18] = ++s.a; out[19] = s.a--; out[20] = s.a;
  out[21] = (s.b = 18) * 2; out[22] = s.b <<= 3; out[23] = s.b;
  S u = s; u.a = 1; s = u; S *p = &s; p->c |= 1;
  out[24] = s.a; out[25] = p->c; out[26] = u.e;
}

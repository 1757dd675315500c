// [class.bit] a bit-field of an enumeration without negative enumerators holds all of them
// wrong: enum-bit-fields-are-signed
enum U { u0, u1, u2, u3 };
enum S { s0 = -2, s1 = 1 };
enum class W : unsigned char { a = 3, b = 15 };
struct B { U u : 2; S s : 2; U t : 5; };
struct V { W w : 4; };
extern "C" __global__ void k(long long *out) {
  B x; x.u = u3; x.s = s0; x.t = u2; V v; v.w = W::b;
  out[0] = x.u; out[1] = x.s; out[2] = x.t; out[3] = x.u == u3; out[4] = x.s == s0; out[5] = (int)v.w;
  out[6] = v.w == W::b; out[7] = sizeof(B);
  x.u = u2; x.s = s1;
  out[8] = x.u; out[9] = x.s; out[10] = x.u > u1;
}

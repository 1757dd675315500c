// [expr.unary.op] +, -, ~ promote; ! gives bool; minus of an unsigned stays unsigned
// wrong: minus-makes-signed; unary-does-not-promote
extern "C" __global__ void k(long long *out) {
  unsigned char c = 1; unsigned u = 1; short s = -32768; long long l = 1; bool b = true; float f = -0.0f;
  out[0] = -c; out[1] = ~c; out[2] = (long long)-u; out[3] = (long long)~u; out[4] = -s; out[5] = !c;
  out[6] = !f; out[7] = sizeof(!l); out[8] = sizeof(-c); out[9] = sizeof(~l); out[10] = -b; out[11] = ~b;
  out[12] = !!5; out[13] = - -3; out[14] = ~~3; out[15] = -~3; out[16] = ~-3; out[17] = !0 + !1;
}

// [conv.prom] char, short and bool operands are promoted to int before arithmetic
// wrong: unsigned-preserving
extern "C" __global__ void k(long long *out) {
  unsigned char a = 200, b = 100; short s = -5; bool t = true;
  out[0] = a + b; out[1] = ~a; out[2] = -t; out[3] = a - 201; out[4] = s * s; out[5] = sizeof(a + b); out[6] = sizeof(+t); out[7] = a << 8;
}

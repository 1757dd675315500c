// [conv.prom] a cast gives a value of its type, however narrow the bit-field that it reads
// wrong: casts-keep-bit-fields
struct B { unsigned u : 7; int i : 7; unsigned w : 31; };
extern "C" __global__ void k(long long *out) {
  B b; b.u = 61; b.i = -13; b.w = 5; int i = -13;
  out[0] = i % (unsigned)b.u; out[1] = i % b.u; out[2] = b.i % (unsigned)b.u; out[3] = b.i % b.u;
  out[4] = (unsigned)b.u - 62 > 0; out[5] = b.u - 62 > 0; out[6] = unsigned(b.w) - 6 > 0; out[7] = b.w - 6 > 0;
  out[8] = static_cast<unsigned>(b.u) / -1; out[9] = b.u / -1;
}

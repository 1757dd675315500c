// [conv.integral] a value out of range wraps to an unsigned type, and to a signed one modulo its width
// wrong: narrowing-saturates
extern "C" __global__ void k(long long *out) {
  int i = 70000; long long l = 0x123456789abcdefll; unsigned char c = i; signed char sc = 200; short s = i; unsigned short us = -1; int j = l; unsigned u = l; long long m = (unsigned)-1; long long n = -1; unsigned long long ull = -1;
  out[0] = c; out[1] = sc; out[2] = s; out[3] = us; out[4] = j; out[5] = u; out[6] = m; out[7] = n;
  out[8] = ull >> 60; out[9] = (char)255; out[10] = (signed char)(unsigned char)0x80;
  out[11] = (unsigned short)(signed char)-1; out[12] = (long long)(unsigned)(signed char)-1;
}

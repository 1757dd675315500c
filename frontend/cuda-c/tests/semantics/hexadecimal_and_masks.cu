// [expr.or] masks and shifts of mixed widths keep their bits
// wrong: right-shift-is-logical
extern "C" __global__ void k(long long *out) {
  unsigned char c = 0xf0; unsigned short h = 0xff00; unsigned u = 0xdeadbeef; unsigned long long q = 0x0123456789abcdefull; int i = -1; long long l = -256;
  out[0] = c >> 4 | c << 4; out[1] = (unsigned char)(c >> 4 | c << 4); out[2] = h & ~0xff; out[3] = u & 0xff00;
  out[4] = u >> 16 & 0xff; out[5] = (q >> 32) & 0xffffffff; out[6] = q & ~0xffu; out[7] = q & ~0xff;
  out[8] = (q & 0xffffffff00000000) != 0; out[9] = i & 0xffffffff; out[10] = i & 0xffffffffu;
  out[11] = (long long)i & 0xffffffff; out[12] = l >> 4; out[13] = (unsigned long long)l >> 60;
  out[14] = u << 4 >> 28; out[15] = (u ^ -1); out[16] = ~c & 0xff; out[17] = ~(unsigned char)0;
  out[18] = (u | 1ll << 40) >> 40; out[19] = 1u << 31 >> 31; out[20] = -1 >> 31; out[21] = h << 16 >> 16;
  out[22] = (short)h >> 4;
}

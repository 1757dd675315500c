// test pass=chosen-addresses..scalar-replacement
// A double, its words and a half of one: one integer of 64 bits, 0 on entry.
// not: local (lda
// check: =0:U8)
// check: (F8U8TAS
// not: local (lda
union Wide { double d; unsigned word[2]; unsigned short half[4]; };
__global__ void k(double *o, unsigned *p) {
  union Wide w;
  w.d = o[0];
  w.word[0] = p[0];
  w.half[3] ^= 0x8000;
  p[1] = w.word[1];
  o[1] = w.d;
}

// test pass=address-reassociation
// The first address has the terms of the second, and a variable that cancels: that is not set on the other way.
// Its own terms are those of the other too.
// count 2: (U8ADD v17.1 (U8MPY (U8ADD v4.1 (U8ADD v4.1 (U8MPY v2.1 =3:U8))) =4:U8))
__global__ void k(const int *p, unsigned long q, unsigned long r, const unsigned long *w, int *out, int c) {
  int x = 0;
  if (c) {
    unsigned long z = w[5];
    x = p[((q + z) * 3 + r) + (r - z * 3)];
  } else
    x = p[q * 3 + r + r];
  out[1] = x;
}

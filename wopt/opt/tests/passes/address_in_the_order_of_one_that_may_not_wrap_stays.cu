// test pass=address-reassociation
// The first address has the terms of the second, but its product of 32 bits is evaluated on its own way alone: on the other one it
// may overflow.
// count 0: I4MPY
// check: (U8MPY (I8ADD (I8MPY cr1 =32:U8) v4.1) =4:U8)
__global__ void k(int *o, const int *p, long q, int i, int c) {
  int x;
  if (c)
    x = p[q + 32 * i];
  else
    x = p[q + 32 * (long)i];
  o[1] = x;
}

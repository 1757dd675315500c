// test pass=address-reassociation
// The sum is evaluated on one way alone: on the other it might overflow.
// count 1: (I4ADD
// check: I4ADD
// check: (I8I4CVT v4.1) =4:U8) (U8ADD (U8MPY (I8I4CVT v6.1) =4:U8) v13.1)) 20 mu(
__global__ void k(int *o, const int *p, int x, int y, int c) {
  if (c)
    o[0] = p[x + y];
  o[1] = p[x + (y + 5)];
}

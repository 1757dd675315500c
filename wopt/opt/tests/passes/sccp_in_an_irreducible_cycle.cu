// test pass=sccp
// Flow is flow: the value comes in at both entries and is never changed.
// count 1: =0:B
// check: =9:U4
__global__ void k(unsigned *p, unsigned n) {
  unsigned i = 0, x = 9;
  if (n & 1) goto b;
a:
  p[0] = i;
  if (x < 9) x = 8;
b:
  i += 2;
  if (i < n) goto a;
  p[1] = x;
}

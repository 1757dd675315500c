// test pass=sccp
// One entry brings another value.
// count 0: =0:B
// count 0: )) =9:U4
__global__ void k(unsigned *p, unsigned n) {
  unsigned i = 0, x = 9;
  if (n & 1) {
    x = 8;
    goto b;
  }
a:
  p[0] = i;
  if (x > 9) x = 9;
b:
  i += 2;
  if (i < n) goto a;
  p[1] = x;
}

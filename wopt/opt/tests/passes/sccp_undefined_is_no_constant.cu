// test pass=sccp
// A variable that is never set on one path is not taken for the other path's value: later phases could take it for another.
// count 0: )) =1:U4
// count 1: =0:B
__global__ void k(unsigned *p, unsigned n) {
  unsigned x, y = 1;
  if (n > 3) x = 1;
  for (unsigned i = 0; i < n; i++) {
    p[i] = 5;
    if (y != 1) y = 2;
  }
  p[0] = x;
}

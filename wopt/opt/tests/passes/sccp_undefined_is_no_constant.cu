// test pass=sccp
// A variable that is never set on one path is not taken for the other path's value: later phases could take it for another.
// count 0: )) =1:U4
// count 1: (istore
__global__ void k(unsigned *p, unsigned n) {
  unsigned x;
  if (n > 3) x = 1;
  p[0] = x;
}

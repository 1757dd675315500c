// test pass=sccp
// What changes the value runs only if it has changed.
// count 1: =0:B
// check: )) =1:U4
__global__ void k(unsigned *p, unsigned n) {
  unsigned x = 1;
  for (unsigned i = 0; i < n; i++) {
    p[0] = i;
    if (x != 1) x = 2;
  }
  p[1] = x;
}

// test pass=sccp
// What the machine makes of it is the machine's matter.
// check: U4DIV
__global__ void k(unsigned *p, unsigned n) {
  unsigned z = 0;
  for (unsigned i = 0; i < n; i++) {
    p[0] = i;
    if (z) z = i;
  }
  p[1] = 7 / z;
}

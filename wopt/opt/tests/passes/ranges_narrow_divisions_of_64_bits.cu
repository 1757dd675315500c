// test pass=range-propagation
// Both numbers fit 32 bits: one division of 32. The second may have more.
// count 1: U4DIV
// count 1: I8DIV
__global__ void k(long *p, unsigned a, unsigned b, long c) {
  p[0] = (long)a / ((long)b + 0 * c);
  p[1] = c / 7777777777777;
}

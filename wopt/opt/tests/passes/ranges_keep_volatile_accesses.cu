// test pass=range-propagation
// The bits of what is read again are not those of the first time, whatever was asked of it.
// count 2: (volatile-load
// count 1: BAND
__global__ void k(volatile unsigned *p, int *q) {
  if (p[0] < 16) q[0] = p[0] & 15;
}

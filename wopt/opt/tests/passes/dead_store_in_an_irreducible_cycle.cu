// test pass=dead-stores
// The address is the same all the time, so what the cycle writes is covered behind it; one that changes stays.
// count 3: (istore @
__global__ void k(unsigned *p, unsigned *q, unsigned n) {
  unsigned i = 0;
  if (n & 1) goto b;
a:
  p[0] = i;
  q[i] = 1;
b:
  i += 2;
  if (i < n) goto a;
  p[0] = 7;
  q[i] = 2;
}

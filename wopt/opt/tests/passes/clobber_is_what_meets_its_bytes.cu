// test pass=value-numbering
// Half of what was read is written: it is read again. A double beside it that ends where it begins is another place.
// count 2: ) (ivar U4 global
// count 1: ) (ivar F8 global
// count 2: ) (ivar U2 global
__global__ void k(unsigned *a, double *d, int i) {
  unsigned x = a[i];
  ((unsigned short *)(a + i))[1] = 3;
  unsigned y = a[i];
  if (x == y) d[i] = d[i + 1];
  unsigned short *h = (unsigned short *)(a + i) + 9;
  x = *h;
  a[i + 4] = y;
  y = *h;
  if (x == y) __trap();
}

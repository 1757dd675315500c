// test pass=dead-code --passes=-if-conversion
// It has two ways in, and no header to count at.
// count 3: (branch
__global__ void k(unsigned *p, unsigned n) {
  unsigned i = 0;
  if (n & 1) goto b;
a:
  i++;
  if (p[i] == 5) i = 3;
b:
  i++;
  if (i < n) goto a;
  p[0] = 1;
}

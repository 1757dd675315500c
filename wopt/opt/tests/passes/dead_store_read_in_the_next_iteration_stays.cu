// test pass=dead-stores
// There the index is less by one: what looks like the element behind is the one written.
// count 2: (istore @
// check: =1:U4 chi
__global__ void k(unsigned *p, int n) {
  unsigned a[9], x = 0;
  int i = n & 7;
  do {
    a[i] = 2;
    x += a[i + 1];
    a[i] = 1;
    --i;
  } while (i >= 0);
  p[0] = x;
}

// test pass=dead-stores
// An array ends with its thread: what is written last is read by none. What is written before the load may be.
// count 3: (istore @
// check: =1:U4 chi
// check: =2:U4 chi
// not: =3:U4 chi
__global__ void k(unsigned *p, unsigned i) {
  unsigned a[8];
  a[i & 7] = 1;
  a[i >> 3 & 7] = 2;
  p[0] = a[i >> 6 & 7];
  a[i >> 9 & 7] = 3;
}

// test pass=dead-stores
// What is read between is no byte of it.
// count 2: (istore @
// not: =1:U4
// check: =2:U4 chi
__global__ void k(unsigned *__restrict__ p, const unsigned *__restrict__ q, unsigned *__restrict__ r) {
  p[0] = 1;
  unsigned x = *q + p[1];
  p[0] = 2;
  r[0] = x;
}

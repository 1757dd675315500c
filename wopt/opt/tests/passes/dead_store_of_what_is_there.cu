// test pass=dead-stores
// What was loaded is written back; what was written is written again, where something else was written between.
// count 3: (istore @
__global__ void k(unsigned *__restrict__ p, unsigned *__restrict__ q, unsigned x) {
  unsigned y = p[3];
  q[0] = y;
  p[3] = y;
  q[1] = x;
  p[4] = x;
  q[1] = x;
}

// test pass=dead-stores
// The atomic reads it; one at another place does not.
// count 2: (istore @
// check: =1:U4 chi
// not: =3:U4 chi
// check: =4:U4 chi
__global__ void k(unsigned *p) {
  p[0] = 1;
  atomicAdd(p, 2u);
  p[0] = 3;
  atomicAdd(p + 1, 2u);
  p[0] = 4;
}

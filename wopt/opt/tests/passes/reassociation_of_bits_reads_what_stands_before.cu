// test pass=global-reassociation
// Exclusive ors and ANDs may be grouped as one likes.
// check: (let {x} (U4BXOR v
// check: (let {y} (U4BAND v
// check: (U4BXOR {x} v
// check: (U4BAND {y} v
__global__ void k(volatile unsigned *o, unsigned a, unsigned b, unsigned c) {
  o[0] = a ^ b;
  o[1] = a & b;
  o[2] = b ^ c ^ a;
  o[3] = b & c & a;
}

// test pass=global-reassociation
// Pair and whole stand before: what is put together of them is not taken apart again.
// count 4: U4BIOR
// check: (let {x} (U4BIOR v7.1 v8.1))
// check: (U4BIOR v4.1 {x})
__global__ void k(volatile unsigned *o, const unsigned char *r, unsigned b) {
  const unsigned a = 4294967292u + r[threadIdx.x], c = threadIdx.x;
  o[12] = a | (c | b);
  o[1] = a | c;
  o[10] = (a | b) | c;
  o[13] = (a | b) | c;
}

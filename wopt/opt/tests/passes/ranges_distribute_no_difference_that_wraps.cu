// test pass=range-propagation
// Of x = 3 the index is 2^32 - 13, not -13.
// check: =4294967280:U4)) =8:U8)
// count 0: -128 mu(
__global__ void k(unsigned long *__restrict__ p, unsigned x) {
  if (x <= 0x1000fu) p[x - 16u] = 6;
}

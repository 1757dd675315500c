// test pass=range-propagation
// A thread's number is below 1024: a sum, a difference and a product with it fit a word. Nothing says so of n, nor of a sum that leaves signed words.
// check: (I4ADD
// check: (I4SUB
// check: (I4MPY
// check: (U4ADD
// check: (U4ADD
// check: (U4MPY
// check: (U4SUB
__global__ void k(unsigned *__restrict__ o, unsigned n) {
  unsigned t = threadIdx.x;
  o[0] = t + 1u;
  o[1] = 7u - t;
  o[2] = t * 2097151u;
  o[3] = n + 1u;
  o[4] = t + 0x7fffffffu;
  o[5] = t * 2100000u;
  o[6] = 0x80000000u - t;
}

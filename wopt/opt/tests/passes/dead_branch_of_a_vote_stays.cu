// test pass=dead-code
// How often the threads vote hangs on the vote.
// count 1: bb3 bb
// count 1: vote.any
__global__ void k(unsigned *p, unsigned n) {
  unsigned x = p[n];
  while (__any_sync(0xffffffff, x)) x = x >> 1;
}

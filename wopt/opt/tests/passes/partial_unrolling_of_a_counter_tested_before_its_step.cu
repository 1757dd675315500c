// test pass=partial-unrolling
// The counter is tested before its step, which takes it below zero in the last round: what the copies leave of it is not asked, but what their last test is of.
// check: (let {last} (U4ADD {head} =4294967289:U4))
// check: (U4ADD {head} =4294967288:U4)
// check: (BU4GT {last}
__global__ void k(unsigned *o, const unsigned *in, unsigned lo, unsigned hi) {
  unsigned sum = 0, i = hi;
  do
    sum = sum * 3 + in[i];
  while (i-- > lo);
  o[0] = sum;
  o[1] = i;
}

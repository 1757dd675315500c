// test pass=sccp
// A counter's first value is not its value.
// (The branch around the loop was decided before.)
// count 0: =0:B
// count 1: =1:B
__global__ void k(unsigned *p) {
  for (unsigned i = 0; i < 10; i++) p[i] = i;
}

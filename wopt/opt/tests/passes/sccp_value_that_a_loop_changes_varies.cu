// test pass=sccp
// The branch hangs on what varies, so both values come in.
// count 0: =0:B
// count 0: =1:B
// count 0: )) =1:U4
__global__ void k(unsigned *p, unsigned n) {
  unsigned x = 1;
  for (unsigned i = 0; i < n; i++) {
    p[0] = i;
    if (i > 3) x = 2;
  }
  p[1] = x;
}

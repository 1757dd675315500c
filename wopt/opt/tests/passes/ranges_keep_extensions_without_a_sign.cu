// test pass=range-propagation
// The first sum may be negative as an int, the second is made of what is none, the third fits: one extension has a sign.
// count 1: I4CVT (I4ADD
// count 2: U4CVT (U4ADD
__global__ void k(unsigned long *p, int i, unsigned x, unsigned y) {
  if (i >= -13) {
    p[3] = 1;
    if (i <= 7) p[0] = (unsigned long)((unsigned)i + 3u);
  }
  if (x >= 16u) {
    p[4] = 1;
    if (x <= 0x8000000fu) p[1] = (unsigned long)(x - 16u);
  }
  if (y <= 1000u) p[2] = (unsigned long)(y + 7u);
}

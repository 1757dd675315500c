// test pass=range-propagation
// The first sum wraps where i is negative, and stays; the second and third do not; a value that is no address stays as it is.
// check: =3:U4)) =8:U8) v8.1) 0 mu(
// check: -128 mu(
// check: 56 mu(
// check: (I4ADD
__global__ void k(unsigned long *__restrict__ p, int i, unsigned x, unsigned y) {
  if (i >= -3) {
    p[3] = 1;
    if (i <= 7) p[(unsigned)i + 3u] = 5;
  }
  if (x >= 16u) {
    p[4] = 1;
    if (x <= 0x1000fu) p[x - 16u] = 6;
  }
  if (y <= 100u) {
    p[y + 7u] = 7;
    p[0] = y + 7u;
  }
}

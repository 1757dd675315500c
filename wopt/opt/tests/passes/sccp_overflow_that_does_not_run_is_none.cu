// test pass=sccp
// The addition would overflow; it never runs.
// count 1: =0:B
// check: )) =2147483647:U4
__global__ void k(int *p, int n) {
  int x = 2147483647, over = 0;
  for (int i = 0; i < n; i++) {
    p[0] = i;
    if (over) x = x + 1;
  }
  p[1] = x;
}

// test pass=range-propagation
// Two ways lead into the cycle, with 0 and with 20: the counter may be above 9 though one of them begins below.
// count 0: =1:B bb
// count 0: =0:B bb
__global__ void k(int *p, int c) {
  int i = 0;
  if (c) { i = 20; goto inside; }
again:
  p[i & 7] = 1;
inside:
  i++;
  if (i < 10) p[2] = i;
  if (i != 50) goto again;
}

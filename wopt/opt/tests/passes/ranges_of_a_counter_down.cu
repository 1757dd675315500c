// test pass=range-propagation --passes=-unrolling
// From 31 to 0: what is asked inside is known, behind it the counter is -1.
// count 2: =1:B bb
// check: =4294967295:U4 chi
__global__ void k(int *p) {
  int i = 31;
  for (; i >= 0; i--) {
    if (i < 32) p[i] = 1;
    if (i > -1) p[i + 32] = 1;
  }
  p[100] = i;
}

// test pass=partial-unrolling
// Eight stores between two tests against the bound less seven, then the loop as it was.
// check: (U4ADD v2.1 =4294967289:U4)
// next: (BI4GT v2.1 =7:U4)
// check: 28 mu(
// count 9: (istore
__global__ void k(int *p, int n) {
  for (int i = 0; i < n; i++) p[i] = i;
}

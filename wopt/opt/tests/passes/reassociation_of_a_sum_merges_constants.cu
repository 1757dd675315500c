// test pass=global-reassociation
// Differences take part with their signs; what is taken off is added with the other sign, and sums wrap.
// check: 4 global 0 () (U4ADD (U4SUB v2.1 v4.1) =12:U4)
// check: 4 global 4 () (U4SUB =4294967294:U4 (U4ADD v6.1 v8.1))
// check: 4 global 12 () (U4MPY (U4MPY v2.1 v4.1) =15:U4)
// check: 4 global 16 () (U4BAND (U4BAND v2.1 v4.1) =8:U4)
__global__ void k(volatile int *o, int a, int b, int c, int d) {
  o[0] = (a + 3) - (b - 4) + 5;
  o[1] = (5 - c) - (d + 7);
  o[3] = (a * 3) * (b * 5);
  o[4] = (a & 12) & (b & 10);
}

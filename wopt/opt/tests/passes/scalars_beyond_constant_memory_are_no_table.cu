// test pass=chosen-addresses..scalar-replacement
// Constant memory has room for 64 KiB.
// check: "t" t2 auto
// check: "u" t3 constant
// count 2: (istore
__global__ void k(int *p, int i) {
  int t[16000], u[1000];
  t[12] = 7;
  u[13] = 8;
  p[0] = t[i] + u[i];
}

// test pass=chosen-addresses..scalar-replacement
// Bytes at an odd place are no double: nobody reads them where the condition leads to the other.
// count 1: (ivar F8 local v
__global__ void k(double *o, int n) {
  char buf[16];
  double d = o[1];
  for (int i = 0; i < 16; i++) buf[i] = n;
  double *p = n > 3 ? (double *)(buf + 1) : &d;
  o[0] = *p;
}

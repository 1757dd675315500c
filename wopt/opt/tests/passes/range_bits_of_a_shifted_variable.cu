// test pass=range-propagation
// Each step tests a bit of what was shifted first; a bit that the sign fills in, and what is no test, ask the variable.
// check: (stid ({d}.1) (ivar U4 param (lda %1 0) 0 align=4))
// check: (U4BAND {d}.1 =2:U4) =0:U4)
// check: (U4BAND {d}.1 =4:U4) =0:U4)
// check: ssa "stay"
// check: =1879048192:U4) =0:U4)
// check: =1:U4)
__global__ void steps(int *o, unsigned d, int n) {
  unsigned e = d >> 1, g = e >> 1;
  if (e & 1) o[0] = 3;
  if (g & 1) o[1] = 3;
  o[2] = g;
}
__global__ void stay(int *o, int d, int n) {
  int e = d >> 4;
  if (e & 0x70000000) o[0] = 3;
  o[1] = e & 1;
  if ((e & 1) == 1) o[2] = e;
}

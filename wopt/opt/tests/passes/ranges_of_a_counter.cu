// test pass=range-propagation
// The counter is not negative in the loop, up to a bound that nobody knows, and below it: its remainder needs no sign.
// count 1: =1:B bb
// check: U4REM
// not: I4REM
__global__ void k(int *p, int n) {
  for (int i = 0; i < n; i++) {
    if (i >= 0) p[i] = i % 10;
  }
}

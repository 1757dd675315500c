// test pass=range-propagation
// Below the branch the number is known to be positive; where the arms meet again it is not.
// count 1: =1:B bb
// count 2:  (B
__global__ void k(int *p, int n) {
  if (n > 0) {
    p[0] = n;
    if (n > -5) p[1] = 1;
  }
  if (n > -5) p[2] = 1;
}

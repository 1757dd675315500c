// test pass=range-propagation
// What is assumed is known from there on, and nowhere else; both sides of && are said. The assumption itself goes.
// count 0: assume
// count 2: =1:B bb
// count 1:  (B
__global__ void k(int *p, int n) {
  if (n < 50) p[0] = 1;
  __builtin_assume(n >= 0 && n < 50);
  if (n < 50) p[1] = 1;
  if (n > -1) p[2] = 1;
}

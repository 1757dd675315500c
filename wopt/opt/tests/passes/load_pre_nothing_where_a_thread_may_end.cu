// test pass=load-pre
// A thread that ends in the text does not come to the second load.
// count 2: ) (ivar I4 global
// not: (phi
__global__ void k(int *__restrict__ o, const int *__restrict__ p, int n) {
  if (n > 3) o[1] = p[n];
  asm volatile("{ .reg .pred q; setp.ne.s32 q, %0, 0; @q exit; }" :: "r"(n));
  o[0] = p[n];
}

// test pass=joined-stores
// What an arm's own arm overwrites is one store first, and then that one is before the branch.
// count 4: (istore
__global__ void k(int *o, int *c, int n, int m) {
  o[n] = 9;
  if (n > 3) {
    o[n] = 8;
    if (m > 4) {
      o[n] = 7;
      asm volatile("// o[n] is read" ::: "memory");
      c[0] = 1;
    }
    c[1] = 2;
  }
  c[2] = 3;
}

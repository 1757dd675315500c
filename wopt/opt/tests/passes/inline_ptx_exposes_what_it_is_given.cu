// test pass=value-numbering
// norun: inline PTX
// Inline PTX without a clobber may give back what it was given.
// count 2: ) (ivar I4 local
__global__ void k(int *o, int i) {
  int a[8], *q;
  a[i & 7] = i;
  a[2] = 5;
  int s = a[i & 7];
  asm("mov.u64 %0, %1;" : "=l"(q) : "l"(&a[1]));
  *q = 3;
  o[0] = s + a[i & 7];
}

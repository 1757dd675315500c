// test pass=joined-stores
// The arm does more behind its store: the store before the branch is of what either would store.
// count 2: (istore
// check: (istore
// next: (branch
// not: =9:U4 chi
__global__ void k(int *o, int *c, int n) {
  o[n] = 9;
  if (n > 3) {
    o[n] = n + 2;
    asm volatile("// o[n] is read" ::: "memory");
    c[0] = 1;
  }
}

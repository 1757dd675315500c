// test pass=dead-stores
// The load begins 4 bytes behind the store's place, and reads its upper half.
// count 2: (ivar I8 global
__global__ void k(int *__restrict__ o, long long *p, long long x) {
  *p = x;
  *o = ((int *)p)[1];
  *p = 1;
}

// test pass=propagate
// Places in one object compare as their offsets, generic or not: what walks over it between constants has a known order.
// check: =1:U4
// check: =0:U4
// check: =1:U4
// count 0: U8LT
// count 0: U8GE
__global__ void k(volatile int *o) {
  int a[8];
  a[threadIdx.x & 7] = 3;
  int *p = a + 2, *q = a + 6;
  *o = p < q;
  *o = p >= q;
  *o = p + 4 == q;
  *o = a[3];
}

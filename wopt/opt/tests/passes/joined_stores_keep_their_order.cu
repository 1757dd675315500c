// test pass=joined-stores
// Both arms store to the same two places, in one order.
// count 2: (istore
// check: (ivar I4 global {p} 0
// check: (ivar I4 global {p} 4
__global__ void k(int *o, int a, int b, int c) {
  if (c) {
    o[0] = a;
    o[1] = b;
  } else {
    o[0] = b;
    o[1] = a;
  }
}

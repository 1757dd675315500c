// test pass=full-unrolling
// From b to b + 6 are six, whatever b is: constant propagation does not follow b around the loop, so all six are copied and nothing leads to the loop.
// not: (phi v3
// count 6: (istore
__global__ void k(int *p, int b) {
  for (int i = b; i != b + 6; i++) *p = i;
}

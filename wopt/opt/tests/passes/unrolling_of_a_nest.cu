// test pass=full-unrolling
// The inner bound is the outer counter: once the outer loop is copied, the inner ones have known counts, 0 + 1 + 2 + 3 in all.
// not: (phi v
// count 6: (istore
__global__ void k(int *p) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < i; j++) p[4 * i + j] = j;
}

// test pass=full-unrolling
// A pointer from outside counts too: what tells is its distance to the end. Nothing leads back.
// not: (phi
// count 3: (istore
__global__ void k(int *p) {
  for (int *q = p; q != p + 3; ++q) *q = 7;
}

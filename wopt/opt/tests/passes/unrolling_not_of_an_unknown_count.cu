// test pass=full-unrolling
// Nobody knows n.
// check: (phi
// count 1: (istore
__global__ void k(int *p, int n) {
  for (int i = 0; i < n; i++) p[i] = i;
}

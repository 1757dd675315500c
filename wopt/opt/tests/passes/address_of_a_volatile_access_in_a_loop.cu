// test pass=address-reassociation --passes=-unrolling
// An access is what it was at its place; a volatile one too.
// check: (volatile-store
__global__ void k(volatile int *a, int n) {
  for (int j = 0; j < 3; j++) a[n * 2 + j] = j;
}

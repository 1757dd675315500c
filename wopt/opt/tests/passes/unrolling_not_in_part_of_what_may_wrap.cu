// test pass=partial-unrolling
// Up to the largest number this never ends, and by two the counter may step over the bound and come again.
// count 2: (istore
__global__ void k(int *p, unsigned n) {
  for (unsigned i = 0; i <= n; i++) p[i & 7] = i;
  for (unsigned j = 0; j < n; j += 2) p[j & 7] = j;
}

// test pass=load-pre --passes=-unrolling
// An atomic that may be at the place writes it.
// not: ) (ivar I4 global
// check: (phi
// check: ) (ivar I4 global
// check: ~atom
__global__ void k(int *out, const int *p, int n) {
  for (int j = 0; j < n; j++) atomicMax(&out[j], *p);
}

// test pass=load-pre --passes=-unrolling
// An atomic writes its own place alone: that of another array is none to these loads.
// count 1: ) (ivar U4 global
// check: ) (ivar U4 global
// check: (phi
// not: 4 global
// check: ~atom
__global__ void k(int *__restrict__ out, const int *__restrict__ p, int n) {
  for (int j = 0; j < n; j++) atomicMax(&out[j], *p);
}

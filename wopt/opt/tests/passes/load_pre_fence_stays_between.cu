// test pass=load-pre --passes=-unrolling
// A fence orders what other threads wrote before it.
// not: ) (ivar I4 global
// check: (phi
// check: ) (ivar I4 global
// check: membar
__global__ void k(int *__restrict__ out, const int *p, int n) {
  int s = 0;
  for (int j = 0; j < n; j++) {
    s += *p;
    __threadfence();
  }
  out[threadIdx.x] = s;
}

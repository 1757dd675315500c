// test pass=jump-threading --passes=-if-conversion
// Threads meet again before they meet at the barrier.
// check: (phi
__global__ void k(unsigned *p, unsigned n) {
  bool ok = p[1] == 2;
  if (n > 3) ok = false;
  if (ok) p[0] = n;
  __syncthreads();
}

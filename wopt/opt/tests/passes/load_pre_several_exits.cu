// test pass=load-pre --passes=-unrolling
// A loop that is left at two places loads what it asks for in each round once.
// count 1: ) (ivar I4 global
// check: ({r}.1) (ivar U4 global
// check: (phi
// check: (I4MPY
// check: ((ivar I4 global cr1 0 mu(v12.3))) {r}.1
__global__ void k(int *__restrict__ out, const int *__restrict__ p, int n) {
  for (int j = 0; j < n; j++) {
    if (*p == j * 3) break;
    if (out[j] == 7) return;
    out[j] = *p;
  }
  out[n] = 1;
}

// test pass=load-pre --passes=-unrolling,-strength-reduction
// The variable that holds the address is set within the loop, so the load before the loop evaluates the address.
// check: (bb bb5
// next: (ivar U4 global (U8ADD
__global__ void k(const int *p, int *out, int a, int m, int n) {
  int s = 0;
  for (int j = 0; j < n; j++) {
    const int *q = p + a * m;
    s += *q * j;
    out = s > 9 ? out + (q - p) : out;
  }
  *out = s;
}

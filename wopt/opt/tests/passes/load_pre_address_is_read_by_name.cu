// test pass=load-pre --passes=-unrolling,-strength-reduction
// What the address adds up to is in a variable above the loop: the load before the loop reads it, and nothing is evaluated once more.
// count 1: (U8MPY (I8I4CVT
// check: (bb bb5
// next: (ivar U4 global v10.1 0 mu(
__global__ void k(const int *p, int *out, int a, int m, int n) {
  const int *q = p + a * m;
  int s = 0;
  for (int j = 0; j < n; j++)
    s += *q * j;
  *out = s;
}

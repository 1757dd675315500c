// test pass=strength-reduction --passes=-unrolling
// The counter is an int, but it grows as an unsigned number, which may wrap.
// count 0: "q"
__global__ void k(int *__restrict__ o, const int *__restrict__ p, int n, int m) {
  int s = 0;
  for (int i = 0; i < n; i = (int)((unsigned)i + 3u))
    s += p[i * m];
  *o = s;
}

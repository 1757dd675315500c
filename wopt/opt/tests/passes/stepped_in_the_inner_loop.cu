// test pass=strength-reduction --passes=-unrolling
// Of a nest the inner loop steps what changes in it; its first value is the outer loop's.
// check: (phi {q}.1 {q}.3 {q}.2)
// check: (ivar I4 global {q}.1 0 mu
__global__ void k(int *__restrict__ o, const int *__restrict__ p, int n, int m) {
  int s = 0;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      s += p[i * m + j];
  *o = s;
}

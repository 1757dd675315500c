// test pass=strength-reduction
// The copies share one evaluation, and nobody knows whether a fourth of the rounds is more than one.
// count 0: temp U8 "q"
__global__ void k(int *__restrict__ o, const int *__restrict__ p, long long m, long long n) {
  int s = 0;
  for (long long i = 0; i < n; i++)
    s += p[i * m];
  *o = s;
}

// test pass=strength-reduction
// Four rounds a pass are stepped; what is left is three rounds at most, which would not pay for what is set before them.
// count 1: temp U8 "q"
__global__ void k(int *__restrict__ o, const int *__restrict__ p, long long m, long long n) {
  int s = 0;
  for (long long i = 0; i < n; i++)
    s += p[i * m];
  *o = s;
}

// test pass=strength-reduction --passes=-unrolling
// The counter grows by another number in each round.
// count 0: "q"
__global__ void k(volatile long long *o, const int *__restrict__ c, long long n, long long m) {
  for (long long i = 0; i < n; i += c[i])
    *o = i * m;
}

// test pass=strength-reduction --passes=-unrolling
// A square does not grow by the same in each round.
// count 0: "q"
__global__ void k(volatile long long *o, long long n) {
  for (long long i = 0; i < n; i++)
    *o = i * i;
}

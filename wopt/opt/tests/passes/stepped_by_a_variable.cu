// test pass=strength-reduction --passes=-unrolling
// The step is the product of the counter's and the factor, which change in no round.
// check: (phi {q}.1 {q}.3 {q}.2)
// check: {q}.1 v
// check: (U8ADD (U8MPY v6.1 v4.1) {q}.1)
__global__ void k(volatile long long *o, long long n, long long m, long long by) {
  for (long long i = 0; i < n; i += by)
    *o = i * m;
}

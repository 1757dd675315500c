// test pass=strength-reduction --passes=-unrolling
// A product of 64 bits is four instructions, a step of it two.
// check: (phi {q}.1 {q}.3 {q}.2)
// check: {q}.1 v
__global__ void k(volatile long long *o, long long n, long long m) {
  for (long long i = 0; i < n; i++)
    *o = i * m;
}

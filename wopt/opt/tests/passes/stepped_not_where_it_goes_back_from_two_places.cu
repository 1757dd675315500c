// test pass=strength-reduction --passes=-unrolling
// Two ways back: each would have to step.
// count 0: "q"
__global__ void k(volatile long long *o, const int *__restrict__ c, long long n, long long m) {
  long long i = 0;
again:
  *o = i * m;
  i++;
  if (c[i] > 5) { *o = 1; goto again; }
  *o = 2;
  if (i < n) goto again;
}

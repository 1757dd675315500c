// test pass=strength-reduction --passes=-unrolling
// What stands before the break is evaluated in each round; behind the loop the last round's value is read.
// check: (phi {p}.1 {p}.3 {p}.2)
// next: (phi {q}.1 {q}.3 {q}.2)
// check: {q}.1 v
__global__ void k(volatile long long *o, const int3 *__restrict__ c, long long n, long long m) {
  for (long long i = 0; i < n; i++) {
    *o = i * m;
    if (c[i].x)
      break;
    *o = 1;
  }
}

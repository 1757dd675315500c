// test pass=strength-reduction --passes=-unrolling
// An unsigned index may wrap before it is extended, and then its address does not grow.
// count 0: "q"
// check: (U8U4CVT (U4ADD
__global__ void k(int *__restrict__ o, const int *__restrict__ p, unsigned n, unsigned m, unsigned c) {
  int s = 0;
  for (unsigned i = 0; i < n; i++)
    s += p[i * m + c];
  *o = s;
}

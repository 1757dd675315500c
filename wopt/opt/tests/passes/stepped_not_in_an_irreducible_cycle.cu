// test pass=strength-reduction --passes=-unrolling
// The cycle is entered at two places: there is no edge on which the variable could be set.
// count 0: "q"
__global__ void k(volatile long long *o, long long n, long long m, int c) {
  long long i = 0;
  if (c)
    goto inside;
again:
  *o = 1;
inside:
  *o = i * m;
  i++;
  if (i < n)
    goto again;
}

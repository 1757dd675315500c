// test pass=strength-reduction --passes=-unrolling
// Rounds that do not ask for the product would step it all the same.
// count 0: "q"
__global__ void k(volatile long long *o, const int *__restrict__ c, int n, long long m) {
  for (int i = 0; i < n; i++)
    if (c[i])
      *o = (long long)i * m;
}

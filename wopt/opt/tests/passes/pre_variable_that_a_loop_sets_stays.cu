// test pass=expression-pre
// The product changes in each round.
// count 0: "r"
// check: (phi
// check: I4MPY v6.2 v2.1
__global__ void k(int *p, int a, int n) {
  for (int i = 0; i < n; i++)
    p[i] = a * i;
}

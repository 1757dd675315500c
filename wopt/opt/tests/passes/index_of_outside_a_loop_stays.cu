// test pass=address-reassociation --passes=-unrolling
// In the loop what is left of it would be evaluated in each round.
// check: (I4MPY
// check: (bb bb
// check: I4 global 0 ()
// count 0: I4 global 8
__global__ void k(volatile int *o, int x, int y, int n) {
  int i = x * y + 2;
  for (int j = 0; j < n; j++)
    o[i] = j;
}

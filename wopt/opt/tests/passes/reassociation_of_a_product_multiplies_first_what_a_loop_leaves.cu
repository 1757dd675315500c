// test pass=global-reassociation --passes=-unrolling
// Of two factors that the loop leaves as they are one product.
// check: (phi
// check: (U8MPY v2.1 v4.1)
// count 2: U8MPY
__global__ void k(volatile unsigned long long *o, unsigned long long a, unsigned long long b, int n) {
  for (int i = 0; i < n; i++) o[0] = a * o[1] * b;
}

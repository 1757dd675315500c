// test pass=address-reassociation --passes=-unrolling
// Both indices change in the one loop: their sum of 32 bits is the cheaper one.
// check: (I8I4CVT (I4ADD
__global__ void k(int *a, int n) {
  int i = n;
  for (int j = 0; j < 3; j++) { a[i + j] = 1; i += a[8]; }
}

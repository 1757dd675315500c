// test pass=address-reassociation --passes=-unrolling
// The pointer changes, its index does not.
// check: (U8ADD v4.2 (U8MPY (I8I4CVT v2.1) =4:U8))
__global__ void k(int *a, int n) {
  int *p = a;
  for (int j = 0; j < 3; j++) { p[n] = 1; p += n; }
}

// test pass=address-reassociation --passes=-unrolling
// A difference is a sum too: what the loop does not change is subtracted first.
// check: (U8ADD (U8MPY (I8I4CVT v6.2) =12:U8) (U8ADD v7.1 (U8MPY (I8I4CVT v2.1) =18446744073709551604:U8)))
__global__ void k(float *a, int n, int m) {
  for (int j = 0; j < m; j++) a[(j - n) * 3] = j;
}

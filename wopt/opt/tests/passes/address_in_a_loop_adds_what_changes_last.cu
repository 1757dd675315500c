// test pass=address-reassociation --passes=-unrolling
// The row does not change in the loop: its product is added to the array, the column's to both.
// check: (let {j} (U8MPY (I8I4CVT v8.2) =4:U8))
// check: (U8ADD (U8ADD v10.1 (U8MPY (I8I4CVT (I4MPY v6.1 v4.1)) =4:U8)) {j})
// check: (U8ADD {j} v11.1)
__global__ void k(float *a, float *b, int rows, int n) {
  for (int j = 0; j < 3; j++) b[j] = a[rows * n + j];
}

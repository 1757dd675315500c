// test pass=address-reassociation --passes=-unrolling
// Three levels: the array and the plane, the row, the element.
// check: (U8ADD (U8MPY (I8I4CVT v5.2) =4:U8) (U8ADD (U8ADD v6.1 (U8MPY (I8I4CVT v2.1) =4:U8)) (U8MPY (I8I4CVT v4.2) =4:U8)))
__global__ void k(int *a, int n) {
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      a[j + (i + n)] = 1;
}

// test pass=address-reassociation
// A cycle with two entries is a cycle: what is defined before it does not change.
// check: (U8ADD (U8MPY (I8I4CVT v6.4) =4:U8) (U8ADD v7.1 (U8MPY
__global__ void k(int *a, int n, int c) {
  int j = 0;
  if (c > 0) goto middle;
top:
  a[n * 4 + j] = 1;
middle:
  j++;
  if (j < 3) goto top;
}

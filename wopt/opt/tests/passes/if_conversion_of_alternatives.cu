// test pass=if-conversion
// Either condition leads to the store.
// count 1: (branch
// check: BLAND (BI4GE
__global__ void k(int *p, int i, int n, int j, int m) {
  if (i < n) goto yes;
  if (j != m) goto no;
yes:
  p[i] = j;
no:;
}

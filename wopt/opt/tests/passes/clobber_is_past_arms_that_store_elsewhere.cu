// test pass=value-numbering
// Both arms leave the place as it was: the phi of memory is gone through.
// count 1: ) (ivar I4 global
__global__ void k(int *a, int i, int n) {
  int x = a[i];
  if (n) a[i + 1] = 3; else a[i + 2] = 4;
  int y = a[i];
  if (x != y) __trap();
}

// test pass=value-numbering
// Other memory may be seen behind it: the load stays, also where only neighbours are stored to.
// count 2: ) (ivar I4 global
__global__ void k(int *a, int i) {
  int x = a[i];
  __threadfence();
  a[i + 1] = 3;
  int y = a[i];
  if (x != y) __trap();
}

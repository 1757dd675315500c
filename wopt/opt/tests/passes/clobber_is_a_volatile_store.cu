// test pass=value-numbering
// A volatile store is not gone past, wherever it leads.
// count 2: ) (ivar I4 global
__global__ void k(int *a, int *o, int i) {
  int x = a[i];
  ((volatile int *)a)[i + 1] = 3;
  int y = a[i];
  if (x != y) __trap();
}

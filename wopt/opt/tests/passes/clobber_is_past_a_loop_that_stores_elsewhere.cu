// test pass=value-numbering
// The loop writes a neighbour again and again: what its phi of memory merges leads out of it.
// count 1: ) (ivar I4 global
__global__ void k(int *a, int i, int n) {
  int x = a[i];
  for (int j = 0; j < n; j++) a[i + 1] = j;
  int y = a[i];
  if (x != y) __trap();
}

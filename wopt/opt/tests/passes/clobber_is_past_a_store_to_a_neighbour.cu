// test pass=value-numbering
// The store writes other bytes of what the same address leads to: the second load is the first.
// count 1: ) (ivar I4 global
__global__ void k(int *a, int *o, int i) {
  int x = a[i];
  a[i + 1] = 3;
  a[i + 2] = x + a[i];
}

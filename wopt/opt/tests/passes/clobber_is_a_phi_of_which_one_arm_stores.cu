// test pass=value-numbering
// One arm writes the place.
// count 2: ) (ivar I4 global
__global__ void k(int *a, int i, int n) {
  int x = a[i];
  if (n) a[i] = 3; else a[i + 2] = 4;
  int y = a[i];
  if (x != y) a[7] = 1;
}

// test pass=value-numbering
// Nothing is known of i and j: each of the two loads stays.
// count 2: ) (ivar I4 global
__global__ void k(int *a, int i, int j) {
  int x = a[i];
  a[j] = 3;
  a[j + 1] = x + a[i];
}

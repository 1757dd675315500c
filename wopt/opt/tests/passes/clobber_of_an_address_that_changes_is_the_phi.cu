// test pass=value-numbering
// a[i + 1] of one iteration is a[i] of the next: it is read anew.
// count 2: ) (ivar I4 global
__global__ void k(int *a, int n) {
  int s = a[0];
  for (int i = 0; i < n; i++) {
    s += a[i];
    a[i + 1] = s;
  }
}

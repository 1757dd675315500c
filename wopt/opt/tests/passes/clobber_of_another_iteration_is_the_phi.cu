// test pass=value-numbering
// j is one more than i in each iteration, and what i is in the next one.
// count 2: ) (ivar I4 global
__global__ void k(int *a, int n) {
  int s = a[0];
  for (int i = 0; i < n; i++) {
    int j = i + 1;
    s += a[i];
    a[j] = s;
  }
}

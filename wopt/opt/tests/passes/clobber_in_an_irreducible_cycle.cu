// test pass=value-numbering
// Two ways into a cycle: its two phis of memory lead to each other, and neither is gone through.
// count 2: ) (ivar I4 global
__global__ void k(int *a, int i, int n) {
  int x = a[3], j = 0;
  if (n & 1) goto second;
first:
  a[5] = n;
second:
  a[4] = j++;
  if (j < n) goto first;
  if (x != a[3]) __trap();
}

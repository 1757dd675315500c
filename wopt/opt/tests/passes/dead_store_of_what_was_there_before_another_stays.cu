// test pass=dead-stores
// The last store writes what the first one wrote, and another value lies there.
// count 3: (istore @0:
// check: (istore @0:8
// check: (istore @0:10
// check: (istore @0:12
__global__ void k(int *a, int *q, int n, int m) {
  a[0] = n;
  int s = q[0];
  a[0] = m;
  s += q[1];
  a[0] = n;
  if (s == 77) __trap();
}

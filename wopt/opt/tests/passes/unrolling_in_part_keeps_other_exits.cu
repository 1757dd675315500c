// test pass=partial-unrolling
// count 3: (BI4EQ
__global__ void k(int *p, int n, int what) {
  for (int i = 0; i < n; i++) {
    if (p[i] == what) break;
    p[i] = i;
  }
}

// test pass=store-sinking --passes=-unrolling
// Two places of one array that are so many bytes apart: both go.
// count 2: ((ivar I4
// check: (branch
// check: (branch
// check: ((ivar I4
// next: ((ivar I4
__global__ void k(int *__restrict__ c, const int *__restrict__ a, int n) {
  int i = threadIdx.x;
  for (int j = 0; j < n; j++) {
    c[i] += a[j];
    c[i + 32] -= a[j];
  }
}

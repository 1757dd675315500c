// test pass=partial-unrolling
// Counts that nobody knows, and a source that forbids it: each loop keeps its one body.
// count 2: (istore
__global__ void k(int *p, int n) {
#pragma unroll 1
  for (int i = 0; i < n; i++) p[i] = i;
#pragma nounroll
  for (int j = 0; j < n; j++) p[j + 8] = j;
}

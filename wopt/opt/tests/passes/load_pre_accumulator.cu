// test pass=load-pre --passes=-unrolling
// What a loop adds to in memory is loaded before it; each round stores what the next one reads.
// count 1: ) (ivar F4
// check: ) (ivar F4
// check: (phi
// check: ((ivar F4
__global__ void k(float *__restrict__ c, const int *__restrict__ a, int n) {
  for (int j = 0; j < n; j++) c[threadIdx.x] += a[j];
}

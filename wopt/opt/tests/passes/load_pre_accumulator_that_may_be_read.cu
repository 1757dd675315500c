// test pass=load-pre --passes=-unrolling
// What the loop reads may be what it adds to: that is loaded in each round, but what it adds to only the loop's own stores write.
// count 2: ) (ivar F4
// check: ) (ivar F4
// check: (phi
// check: ) (ivar F4
// check: ((ivar F4
__global__ void k(float *c, const float *a, int n) {
  for (int j = 0; j < n; j++) c[threadIdx.x] += a[j];
}

// test pass=store-sinking
// Of four copies of a round the last stores, and that goes behind the loop too.
// count 2: ((ivar F4
// check: (F4ADD
// check: (F4ADD
// check: (F4ADD
// check: (F4ADD
// check: (branch
__global__ void k(float *__restrict__ c, const float *__restrict__ a, int n) {
#pragma unroll 4
  for (int j = 0; j < n; j++) c[threadIdx.x] += a[j];
}

// test pass=if-conversion
// Another thread may have written behind the barrier.
// count 0: SELECT
// count 1: (branch
__global__ void k(int *out, const int *a, int n) {
  int i = threadIdx.x, here = a[i];
  __syncthreads();
  out[i] = n > 3 ? a[i - 1] : here;
}

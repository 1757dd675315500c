// test pass=store-sinking --passes=-unrolling
// A function that is called may look.
// check: ((ivar I4
// check: (call
// check: (branch
__device__ int there;
__device__ __noinline__ void bump(int j) { there += j; }
__global__ void k(int *__restrict__ c, int n) {
  for (int j = 0; j < n; j++) {
    c[threadIdx.x] = j * 3;
    bump(j);
  }
}

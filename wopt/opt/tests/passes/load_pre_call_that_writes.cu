// test pass=load-pre --passes=-unrolling
// A call writes what its function does.
// not: ) (ivar I4 global
// check: (phi
// check: ) (ivar I4 global
// check: (call
__device__ int there;
__device__ __noinline__ void bump(int j) { there += j; }
__global__ void k(int *__restrict__ out, int n) {
  int s = 0;
  for (int j = 0; j < n; j++) {
    s += there;
    bump(s);
  }
  out[threadIdx.x] = s;
}

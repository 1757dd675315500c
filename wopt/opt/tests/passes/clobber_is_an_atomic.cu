// test pass=value-numbering
// An atomic is relaxed: it writes its place, whatever its kind, and orders nothing else.
// count 2: ) (ivar I4 global
// count 1: ) (ivar I4 shared
__global__ void k(int *__restrict__ a, int *__restrict__ o, int i) {
  __shared__ int s[16];
  s[threadIdx.x & 15] = i;
  __syncthreads();
  int x = a[i], y = s[i & 15];
  int old = atomicCAS(a + i, 3, 4);
  atomicExch(a + i + 1, old);
  x += a[i];
  atomicAdd_system(a + i + 2, y);
  o[i] = x + a[i] + s[i & 15];
}

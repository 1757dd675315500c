// test pass=value-numbering
// Pointers that are members of a kernel's parameter lead to global memory: what a shared array holds is known behind their stores.
// not: generic
// count 1: ) (ivar I4 shared
struct two {
  int n;
  int *a, *b[2];
};
__global__ void k(two t) {
  __shared__ int s[16];
  s[threadIdx.x & 15] = t.n;
  __syncthreads();
  int x = s[t.n & 15];
  *t.a = 1;
  *t.b[1] = x;
  t.b[0][1] = s[t.n & 15];
}

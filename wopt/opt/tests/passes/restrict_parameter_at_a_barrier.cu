// test pass=value-numbering
// Other threads write behind a barrier what they like.
// count 2: ) (ivar I4 global
__global__ void k(int *__restrict__ p, int *q) {
  int x = p[0];
  __syncthreads();
  p[threadIdx.x + 1] = x + p[0];
}

// test pass=dead-stores
// Between, another pointer, a barrier and an atomic may have written something else.
// count 4: (istore @
__global__ void k(unsigned *p, unsigned *q, unsigned x) {
  unsigned a = p[0], b = p[1], c = p[2];
  q[x] = 1;
  p[0] = a;
  __syncthreads();
  p[1] = b;
  atomicAdd(p + 2, 1u);
  p[2] = c;
}

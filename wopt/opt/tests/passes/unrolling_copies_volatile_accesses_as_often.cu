// test pass=full-unrolling
// count 3: (volatile-store
__global__ void k(volatile int *p) {
  for (int i = 0; i < 3; i++) *p = i;
}

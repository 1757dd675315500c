// test pass=partial-unrolling
// `n > i` is `i < n`.
// count 5: (istore
__global__ void k(int *p, int n) {
#pragma unroll 4
  for (int i = 0; n > i; i++) p[i] = i;
}

// test pass=sinking
// Each of the guarded bodies adds a step to what the one before it has: in its own body it would be a product for each.
// count 1: (U4MPY v
__global__ void k(int *o, const int *c, int b, int s) {
#pragma unroll
  for (int j = 0; j < 3; j++)
    if (c[j]) o[j] = (b + j) * s;
}

// test pass=load-pre --passes=-unrolling
// A constant at a known place is an operand of the instruction that reads it, in each round.
// check: (phi
// check: ) (ivar I4 const
__constant__ int table[4];
__global__ void k(int *out, int n) {
  for (int j = 0; j < n; j++) out[j] = table[2] * j;
}

// test pass=full-unrolling
// What a pragma asks for has an end.
// norun: it takes longer than runs do
// check: (phi
// count 1: (istore
__global__ void k(int *p) {
#pragma unroll
  for (int i = 0; i < 1000000; i++)
#pragma unroll
    for (int j = 0; j < 1000000; j++) p[(i ^ j) & 63] = i;
}

// test pass=warp-reductions -arch=sm_80
// norun: the interpreter has one thread, and takes each shuffle for an event
// Five shuffles and five sums are one instruction, whatever the order of the distances.
// count 1: ~redux.add
// count 0: ~shfl.bfly
// not: I4ADD
__global__ void k(int *o) {
  int v = o[threadIdx.x];
  for (int m = 16; m > 0; m /= 2) v += __shfl_xor_sync(0xffffffffu, v, m);
  o[threadIdx.x] = v;
}

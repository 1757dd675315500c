// test pass=atomic-aggregation -arch=sm_75
// norun: the interpreter has one thread, and counts each operation on memory
// Lane 0 has what it found, the others what it left; of an exclusive or each second one.
// count 4: ~shfl.idx
// count 1: (U4SELECT
// count 1: (U8SELECT
// count 3: ~atom
__global__ void k(unsigned *o, unsigned long long *w, unsigned v) {
  o[threadIdx.x + 10] = atomicMin(o, v);
  w[threadIdx.x + 10] = atomicExch(w, (unsigned long long)v);
  o[threadIdx.x + 999] = atomicXor(o + 1, v);
}

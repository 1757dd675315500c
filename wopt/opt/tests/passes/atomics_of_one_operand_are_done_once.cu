// test pass=atomic-aggregation -arch=sm_70
// norun: the interpreter has one thread, and counts each operation on memory
// Nothing is exchanged; of an exclusive or it counts whether the lanes are an even number. What is exchanged last may be anyone's.
// count 1: ~vote.ballot
// count 5: (branch
// not: redux
// not: shfl
__global__ void k(unsigned long long *o, unsigned long long v, unsigned *w) {
  atomicMax(o, v);
  atomicAnd(o + 1, v);
  atomicXor(o + 2, v);
  atomicExch(w, threadIdx.x);
  atomicMin((long long *)o + 3, (long long)v);
}

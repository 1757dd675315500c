// test pass=atomic-aggregation -arch=sm_80 --block-dim=32,4,2
// norun: the interpreter has one thread, and counts each operation on memory
// ptxas sees that rows are whole warps, and does the short one; long ones go one after another else.
// count 1: (branch
// check: (branch
// check: ~atom.max U8
__global__ void k(unsigned *o, unsigned long long *w, unsigned v) {
  atomicMax(o + threadIdx.y * 2 + threadIdx.z, v);
  atomicMax(w + threadIdx.y * 2 + threadIdx.z, 7ull);
}

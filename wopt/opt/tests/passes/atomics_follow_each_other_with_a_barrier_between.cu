// test pass=atomic-aggregation -arch=sm_80
// norun: the interpreter has one thread, and counts each operation on memory
// What each lane did before comes before what lane 0 does for it; one barrier serves two neighbours, and at the end none is needed.
// count 2: ~bar.warp.sync
__global__ void k(unsigned long long *o, unsigned long long v) {
  o[threadIdx.x + 2] = 5;
  atomicMax(o, v);
  atomicMin(o + 1, v);
}

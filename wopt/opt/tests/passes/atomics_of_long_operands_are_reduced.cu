// test pass=atomic-aggregation -arch=sm_80
// norun: the interpreter has one thread, and counts each operation on memory
// Of a sum the halves of the low word and the high word; of a maximum the high words first, with their signs.
// count 3: ~redux.add
// count 1: ~redux.max I4
// count 1: ~redux.max U4
// count 2: ~redux.or
// count 1: ~redux.min I4
// count 1: ~redux.min U4
__global__ void k(unsigned long long *o, const unsigned long long *a) {
  unsigned long long v = a[threadIdx.x];
  atomicAdd(o, v);
  atomicMax((long long *)o + 1, (long long)v);
  atomicOr(o + 2, v);
  atomicMin((long long *)o + 3, (long long)v);
}

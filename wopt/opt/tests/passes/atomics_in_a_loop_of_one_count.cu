// test pass=atomic-aggregation -arch=sm_80
// norun: the interpreter has one thread, and counts each operation on memory
// All lanes go round as often as each other.
// count 3: ~redux
__global__ void k(unsigned long long *o, const unsigned long long *a, int n) {
  for (int i = 0; i < n; i++)
    if (i % 3 == 1) atomicAdd(o, a[threadIdx.x + i]);
}

// test pass=atomic-aggregation -arch=sm_80
// norun: the interpreter has one thread, and counts each operation on memory
// Lanes leave the loop one after another, and all come behind it.
// count 2: ~redux
__global__ void k(unsigned long long *o, const unsigned long long *a, int n) {
  unsigned long long most = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) most = max(most, a[i]);
  atomicMax(o, most);
}

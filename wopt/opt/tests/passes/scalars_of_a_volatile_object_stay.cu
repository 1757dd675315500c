// test pass=chosen-addresses..scalar-replacement
// Volatile accesses are accesses of memory.
// check: (stack
// check: (volatile-store
// check: (volatile-load
__global__ void k(int *o) {
  volatile int a[2];
  a[0] = o[0];
  o[1] = a[0];
}

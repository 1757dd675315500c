// test pass=memory-spaces-2..memory-classes
// Atomics and volatile accesses take the space as others do.
// check: atom.add
// check: shared
// check: volatile
__global__ void k(int *o, int n) {
  __shared__ int a[64];
  a[threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  int *p = a;
  for (int i = 0; i < n; i++) {
    atomicAdd(p, i);
    *(volatile int *)(p + 1) = i;
    o[i] = *(volatile int *)(p + 2);
    p += 3;
  }
  p = o;
  for (int i = 0; i < n; i++) {
    atomicAdd(p, i);
    p += 5;
  }
}

// test pass=ssa
// Null is an address of global memory, whose addresses need no conversion: the access is of that space.
// check: =1 ({g})
// next: ({u}) {g}
// next: ({v}) {u}
// next: ({p}) {v}
// check: ((ivar I4 global {p} 0
__device__ int g[32];
__device__ __noinline__ int *find(int k) { return k & 1 ? g + (k & 15) : 0; }
__global__ void k(int *o) {
  int *p = find(o[1]);
  if (p) *p = 7;
}

// test pass=ssa
// The returned address is generic; the variable that takes it is kept as one of shared memory, as for a loaded pointer.
// check: =1 ({g})
// next: ({u}) (U8U8INTRINSIC_OP ~cvta.to.shared {g})
// next: ({v}) {u}
// next: ({p}) {v}
// next: ((ivar I4 shared {p} 4 
// check: =2 ({loose})
// next: ({q}) {loose}
// next: ({r}) {q}
// next: ((ivar I4 generic {r} 0
__shared__ int s[32];
__device__ int g[32];
__device__ __noinline__ int *in_shared(int k) { return s + (k & 15); }
__device__ __noinline__ int *in_two(int k) { return k & 1 ? s : g; }
__global__ void k(int *o) {
  int *p = in_shared(o[1]);
  p[1] = 7;
  int *q = in_two(o[1]);
  *q = 8;
}

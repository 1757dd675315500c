// test pass=dead-stores
// The thread may end in the callee, by a trap or by inline PTX, and what it stored is seen; a callee that returns sees nothing.
// count 2: =1:U4 chi
// count 3: =2:U4
// not: =3:U4
__device__ __noinline__ void traps(unsigned c) { if (c > 5) __trap(); }
__device__ __noinline__ void leaves(unsigned c) { asm volatile("{ .reg .pred q; setp.ne.u32 q, %0, 0; @q exit; }" :: "r"(c)); }
__device__ __noinline__ unsigned returns(unsigned c) { return c * c + 7; }
__global__ void before_a_trap(unsigned *o, unsigned n) {
  o[n] = 1;
  traps(n);
  o[n] = 2;
}
__global__ void before_an_exit(unsigned *o, unsigned n) {
  o[n] = 1;
  leaves(n);
  o[n] = 2;
}
__global__ void before_a_return(unsigned *o, unsigned n) {
  o[n] = 3;
  o[n + 1] = returns(n);
  o[n] = 2;
}

// test pass=read-only-loads
// What another thread stores through `o` may be what `p` leads to in this one.
// count 0: !ro
// check: (ivar F4 global
__global__ void k(float *__restrict__ o, float *__restrict__ p) { o[threadIdx.x] = p[threadIdx.x + 1]; }

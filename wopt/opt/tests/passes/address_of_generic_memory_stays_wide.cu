// test pass=narrow-addresses
// A generic or global address has 64 bits.
// not: (U4MPY
// check: generic (U8ADD
// not: (U4MPY
__device__ __noinline__ int get(const int *p, int i) { return p[i]; }
__global__ void k(int *o, int i) { o[i & 7] = get(o, i & 3); }

// test pass=read-only-loads
// A volatile load asks memory itself.
// count 0: !ro
// check: volatile
__global__ void k(const volatile int *__restrict__ p, int *__restrict__ o) { o[0] = p[1]; }

// test pass=global-reassociation
// Nothing would leave a loop: the signed sums keep their promise.
// check: (I4ADD v4.1 (I4ADD
// not: U4ADD
__global__ void k(volatile int *o, int a, int b) { o[0] = a + (int)threadIdx.x + b; }

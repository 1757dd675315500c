// test pass=division-bypass
// The end of a block divides too.
// check: (U8DIV
// check: phi
// check: (BU8GT
__global__ void k(unsigned long long *o, unsigned long long a, unsigned long long b) {
  if (a / b > 5) { o[0] = 1; __syncthreads(); o[1] = 2; }
}

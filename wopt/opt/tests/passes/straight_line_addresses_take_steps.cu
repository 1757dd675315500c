// test pass=straight-line-reduction
// Copies of a loop's body walk down a column: one product, then the stride in bytes, which is extended once.
// count 1: (I4MPY
// check: (let {base} (U8ADD
// check: (let {step} (U8MPY (I8I4CVT
// check: (let {next} (U8ADD {step} {base}
// check: (U8ADD {step} {next})
__global__ void k(int *__restrict__ o, const int *__restrict__ p, int i, int n, int c) {
  *o = p[i * n + c] + p[(i + 1) * n + c] + p[(i + 2) * n + c];
}

// test pass=straight-line-reduction
// An unsigned index may wrap before it is extended: its address is no sum of extensions. In 32 bits it is a step all the same.
// count 2: (U8U4CVT
// check: (let {sum} (U4ADD
// check: (U8U4CVT {sum})
// check: (U8U4CVT (U4ADD v6.1 {sum}))
__global__ void k(int *__restrict__ o, const int *__restrict__ p, unsigned i, unsigned n, unsigned c) {
  *o = p[i * n + c] + p[(i + 1) * n + c];
}

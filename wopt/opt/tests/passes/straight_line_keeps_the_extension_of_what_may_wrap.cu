// test pass=straight-line-reduction
// The sums are unsigned and may wrap where they become signed numbers: i = 1, n = 2^30 and c = 2^30 - 1 give the indices 2^31 - 1 and
// -2^30 - 1, which are not n apart. In 32 bits the second is a step all the same.
// count 2: (I8I4CVT
// check: (let {sum} (U4ADD
// check: (I8I4CVT {sum})
// check: (I8I4CVT (U4ADD v6.1 {sum}))
__global__ void k(int *__restrict__ o, const int *__restrict__ p, unsigned i, unsigned n, unsigned c) {
  *o = p[(int)(i * n + c)] + p[(int)((i + 1) * n + c)];
}

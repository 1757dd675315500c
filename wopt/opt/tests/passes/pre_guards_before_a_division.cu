// test pass=expression-pre
// A quotient is not evaluated where nobody asked for it: the guard may be there for the divisor's sake.
// check: (bb bb2
// check: (let {q} (U4DIV
// check: (bb bb5
// check: {q}
__global__ void k(unsigned *__restrict__ o, const int *__restrict__ c, unsigned a, unsigned b) {
  if (c[0])
    o[0] = a / b;
  if (c[1])
    o[1] = a / b;
}

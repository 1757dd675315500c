// test pass=global-reassociation
// The inner one is a variable that nobody else reads.
// check: (let {m} (U4MAX v2.1 v4.1))
// check: 4 global 0 () (U4MAX v6.1 {m})
__global__ void k(volatile unsigned *o, unsigned a, unsigned b, unsigned c) {
  o[0] = max(a, b);
  unsigned t = max(b, c);
  o[0] = max(t, a);
}

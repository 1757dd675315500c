// test pass=hoisting
// Who votes together is who comes there together. What they vote for is evaluated before.
// count 1: "e"
// check: (let {tree} (BU4GT
// next: {tree})
// next: (branch
// check: ~vote.ballot
// check: ~vote.ballot
__global__ void k(unsigned *p, unsigned *q, unsigned n) {
  unsigned t = threadIdx.x;
  if (t & 1) p[t] = __ballot_sync(__activemask(), n > t);
  else q[t] = __ballot_sync(__activemask(), n > t);
}

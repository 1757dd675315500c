// test pass=global-reassociation --passes=-unrolling
// a ^ b before both loops, ^ i in the outer, ^ j and what is loaded in the inner one.
// check: (U4BXOR v9.2 (U4BXOR v8.2 (U4BXOR v2.1 v4.1)))
__global__ void k(volatile unsigned *o, unsigned a, unsigned b, int n) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++) o[j] = a ^ j ^ o[i] ^ i ^ b;
}

// test pass=hoisting
// Each arm has a divisor of its own: nothing is evaluated in both.
// count 0: "e"
// count 2: U4DIV
__global__ void k(unsigned *p, unsigned *q, unsigned n) {
  unsigned t = threadIdx.x;
  if (t & 1) p[t] = n / p[t];
  else q[t] = n / q[t];
}

// test pass=strength-reduction --passes=-unrolling,-partial-unrolling,-full-unrolling
// The product is stepped, and so is the sum that holds it: what each is set to reads its own variable, the larger one first.
// count 2: temp U8 "q"
// check: (bb bb3
// check: (v11.1) v15.1)
// check: (v9.3) (U8BXOR v14.1 v9.2)
__global__ void k(long long *out, unsigned long long a, signed char c, int n) {
  unsigned long long s = 0, t = 0;
  for (int i = 0; i < n; i++) {
    unsigned long long p = a * i;
    s ^= p;
    t ^= p - (unsigned long long)c + 9223372036854775693ull;
  }
  out[0] = s;
  out[1] = t;
}

// test pass=address-reassociation
// Behind it in one run of statements that go on the sum is evaluated for sure.
// check: (let {base} (U8ADD
// check: {base} 128 mu(
// check: {base} 0 mu(
__global__ void k(int *o, const int *p, int x, int y) {
  o[0] = p[(x + 1) * 32 + y];
  o[1] = p[x * 32 + y];
}

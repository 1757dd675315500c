// test pass=propagate
// The extension of nested I-forms is distributed down to the constant; what has none inside stays whole.
// check: 32 mu(
// check: 100 mu(
// check: -12 mu(
// count 0: =8:
__global__ void k(int *o, const int *p, int a, int b, int c, long long d) {
  o[0] = p[d + (a + (b + (c + 8)))];
  o[1] = p[20 - a - (b - 5)];
  o[2] = p[a * b - (3 - c)];
}

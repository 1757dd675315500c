// test pass=constant-division
// One division for both, in one block and below; signed and unsigned; the whole is the dividend again.
// count 3: (I4DIV
// count 1: (U4DIV
// count 0: REM
// check: func ssa "whole"
// check: 0 mu(v9.2))) v2.1)
__global__ void block(int *o, int a, int b) {
  o[0] = a / b;
  o[1] = a % b;
}
__global__ void below(int *o, int a, int b, int n) {
  o[0] = a / b;
  if (n > 3) o[1] = a % b;
}
__global__ void unsigned_words(unsigned *o, unsigned a, unsigned b) {
  o[1] = a % b;
  o[0] = a / b;
}
__global__ void whole(int *o, int a, int b) { o[0] = a / b * b + a % b; }

// test pass=partial-unrolling
// Beside a body of this length a test is little.
// count 1: (istore
__global__ void k(float *p, int n) {
  for (int i = 0; i < n; i++) {
    float x = p[i];
    for_all: x = x * x + 1; x = x * x + 2; x = x * x + 3; x = x * x + 4; x = x * x + 5; x = x * x + 6;
    x = x / (x + 1); x = x / (x + 2); x = x / (x + 3); x = x / (x + 4); x = x / (x + 5); x = x / (x + 6);
    if (x > 1e6f) goto for_all;
    p[i] = x;
  }
}

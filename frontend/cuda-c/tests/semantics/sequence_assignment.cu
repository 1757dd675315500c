// [expr.ass] the right operand of an assignment is evaluated before the left
// wrong: left-of-assignment-first
__device__ int at(int *t, int v) { return *t = *t * 10 + v; }
extern "C" __global__ void k(long long *out) {
  int t = 0, i = 0, a[4] = {0, 0, 0, 0}; int *p = a;
  a[at(&t, 1) & 1] = at(&t, 2);
  out[0] = t; out[1] = a[0]; out[2] = a[1];
  i = 0; a[i] = i = 2;
  out[3] = a[0]; out[4] = a[2]; out[5] = i;
  t = 0; int b[3] = {}; b[(at(&t, 3), 0)] += at(&t, 4);
  out[6] = t; out[7] = b[0];
  i = 1; *p = (p = a + 2, 7);
  out[8] = a[0]; out[9] = a[2];
}

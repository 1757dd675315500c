// test pass=unswitching
// What is asked is another value in each iteration, by a phi, by a sum and by a load.
// count 1: (F4MPY
// count 1: (F4SUB
// count 5: (branch
__global__ void k(float *o, const float *p, const int *q, int n, int flag) {
  float s = 0;
  for (int i = 0; i < n; i++) {
    if (flag) { s = s * p[i * 3]; o[i] = s; }
    if (i + flag > 3) { s = s + p[i]; o[i + n] = s; }
    if (q[2]) { s = s - p[i + 7]; o[i + n + n] = s; }
    flag ^= 1;
  }
  o[0] = s;
}

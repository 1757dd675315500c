// test pass=unswitching
// Each of two loops has one of the arms, and asks nothing but whether it goes on.
// count 2: (F4MPY
// count 1: (F4ADD
// count 4: (branch
__global__ void k(float *o, const float *p, int n, int flag) {
  float s = 0;
  for (int i = 0; i < n; i++) {
    if (flag) s = s * p[i * 3] * 2.0f;
    else { s = s + p[i]; o[i] = s; }
  }
  o[0] = s;
}

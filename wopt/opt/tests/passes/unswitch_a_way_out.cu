// test pass=unswitching
// Where the condition holds the loop ends in its first iteration; both loops' ways out are merged.
// check: (phi
__global__ void k(float *o, const float *p, int n, int stop) {
  float s = 0;
  for (int i = 0; i < n; i++) {
    s = s * 0.5f + p[i];
    o[i] = s;
    if (stop) break;
    s = s + o[i + n];
  }
  o[0] = s;
}

// test pass=unswitching
// A warp would run both loops, one behind the other.
// count 1: (F4MPY
// count 3: (branch
__global__ void k(float *o, const float *p, int n) {
  float s = 0;
  for (int i = 0; i < n; i++) {
    if (threadIdx.x & 1) s = s * p[i * 3];
    else { s = s + p[i]; o[i] = s; }
  }
  o[0] = s;
}

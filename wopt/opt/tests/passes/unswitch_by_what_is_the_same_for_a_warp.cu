// test pass=unswitching
// A warp's threads have one number of the warp: all of them go to one loop.
// count 3: (F4ADD
// count 2: (F4MPY
__global__ void k(float *o, const float *p, int n) {
  float s = 0;
  int warp = threadIdx.x >> 5;
  for (int i = 0; i < n; i++) {
    if (warp == 3) s = s * p[i * 3];
    else { s = s + p[i]; o[i] = s * s; }
    o[i + 7] = s + s;
  }
  o[0] = s;
}

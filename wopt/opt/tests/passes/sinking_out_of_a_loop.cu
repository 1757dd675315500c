// test pass=sinking
// The last iteration's is read, behind the loop.
// check: (phi
// check: (branch
// check: (I4MPY
__global__ void k(int *o, int *p, int n) {
  int v = 0, i = 0;
#pragma unroll 1
  do { v = p[i]; o[i + 5] = v + 1; i++; } while (i < n);
  int x = (v ^ i) * n;
  o[n] = x;
  o[n + 1] = x + i;
}

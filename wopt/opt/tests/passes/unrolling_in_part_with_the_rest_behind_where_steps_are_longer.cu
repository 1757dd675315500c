// test pass=partial-unrolling
// How many iterations a mask leaves over is not known of steps of three, nor of a bound that belongs to the loop.
// count 0: BAND
// check: (unroll 1)
__global__ void k(int *p, int n, int key) {
  for (int i = 0; i < n; i += 3) {
    if (p[i] == key) break;
    p[i] = i;
  }
  for (int i = 0; i <= n; i++) {
    if (p[i + 64] == key) break;
    p[i + 64] = i;
  }
}

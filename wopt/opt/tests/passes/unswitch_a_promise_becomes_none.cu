// test pass=unswitching
// The sum was evaluated in iterations alone; before the loop it may overflow.
// check: (U4ADD v
__global__ void k(int *o, const int *p, int n, int m) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += p[i];
    if (m + n * 5 > 77) o[i] = s;
    else o[i + 1] = s * s + p[i + 3];
  }
  o[0] = s;
}

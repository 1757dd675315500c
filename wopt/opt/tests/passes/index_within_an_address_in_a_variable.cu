// test pass=address-reassociation
// `s[b] += v` holds its address in a variable: that is seen through, then the index in it; both indices have one base.
// check: {base} 28 mu(
// check: {base} 12 mu(
// check: {base} 28 mu(
__shared__ int s[256];
__global__ void k(int *o, int n) {
  int t = threadIdx.x;
  if (t < n) {
    int a = 4 * (2 * t + 1) - 1, b = 4 * (2 * t + 2) - 1;
    s[b] += s[a];
  }
}

// test pass=sccp
// A generic address of a place in an object is one value, and one so far from it is.
// check: =7:U4
// count 0: =9:U4
__global__ void k(int **q, int *p, unsigned n) {
  __shared__ int s[8];
  int *held = s + 1;
  unsigned other = 0;
  for (unsigned i = 0; i < n; i++) {
    q[i] = held;
    p[i] = (size_t)held - 4 == (size_t)s ? 7 : 9;
    if (other) held = s + 3;
  }
}

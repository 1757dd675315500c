// test pass=chosen-addresses..scalar-replacement
// A volatile object is read once, and the other not at all.
// check: (stack
// count 1: volatile-load
__device__ const volatile int &larger(const volatile int &a, const volatile int &b, int c) { return c ? b : a; }
__global__ void k(int *p, int n) {
  int v = p[1], w = p[2];
  p[0] = larger(w, v, n);
}

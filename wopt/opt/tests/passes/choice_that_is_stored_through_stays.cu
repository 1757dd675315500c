// test pass=scalar-replacement
// One of both is written: which, the condition says.
// check: (stack
__device__ int &larger(int &a, int &b, int c) { return c ? b : a; }
__global__ void k(int *p, int n) {
  int v = p[1], w = p[2];
  larger(w, v, n) = 7;
  p[0] = v * w;
}

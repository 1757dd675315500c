// test pass=chosen-addresses..scalar-replacement
// Each of both is written: with the new value or with its own, as the condition says.
// count 0: (stack
// check: (let {c} (BI4NE v
// count 2: (U4SELECT {c}
__device__ int &larger(int &a, int &b, int c) { return c ? b : a; }
__global__ void k(int *p, int n) {
  int v = p[1], w = p[2];
  larger(w, v, n) = 7;
  p[0] = v * w;
}

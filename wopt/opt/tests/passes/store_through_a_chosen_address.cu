// test pass=chosen-addresses..scalar-replacement
// Both objects become variables: each takes the new value or keeps its own.
// count 0: (istore @0:8
// count 0: (ivar I4 local
// check: (U4SELECT
__device__ int &larger(int &a, int &b) { if (a > b) return a; return b; }
__global__ void k(int *o, int x, int y) {
  larger(x, y) -= 7;
  o[0] = x;
  o[1] = y;
}

// [expr.shift] the left operand of << and >>, and the array of a subscript, come first
// wrong: shift-right-first
__device__ int at(int *t, int v) { return *t = *t * 10 + v; }
__device__ int *arr(int *t, int *a) { *t = *t * 10 + 9; return a; }
struct O { int n; __device__ O &operator<<(int v) { n = n * 10 + v; return *this; } };
extern "C" __global__ void k(long long *out) {
  int t = 0, a[100] = {};
  int s = (at(&t, 1), 1) << (at(&t, 2), 3);
  out[0] = t; out[1] = s;
  t = 0; s = (at(&t, 1), 64) >> (at(&t, 2), 3);
  out[2] = t; out[3] = s;
  t = 0; arr(&t, a)[at(&t, 5) & 7] = 1;
  out[4] = t;
  O o = {0}; int i = 1; o << i++ << i++ << i;
  out[5] = o.n;
  t = 0; int x = (at(&t, 1), at(&t, 2)) + 0;
  out[6] = t; out[7] = x;
}

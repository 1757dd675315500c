// [expr.cond] of two pointers of which one is `__restrict__` the result is an object of the more qualified type
// wrong: conditional-is-value
__device__ int a[2] = {1, 2}, b[2] = {3, 4};
extern "C" __global__ void k(long long *out) {
  int *__restrict__ p = a; int *q = b; bool no = out[50] != 0;
  out[0] = *(no ? p : q); out[1] = *(!no ? p : q); out[2] = (no ? p : q)[1];
  (!no ? p : q) = b + 1; out[3] = *p; out[4] = *q;
}

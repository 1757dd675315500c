// The initial value of a member exposes a part of another object.
// expect: 7 9
struct R { int *at; int n; };
__device__ int x[4];
__device__ R r = {&x[2], 1};
extern "C" __global__ void k(int *o) {
  x[2] = 1; x[0] = 9; *r.at = 7;
  o[0] = x[2]; o[1] = x[0];
}

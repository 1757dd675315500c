// [dcl.fct] the comma before an ellipsis may be left out
// wrong: ellipsis-ranks-alike
__device__ int f(int...) { return 1; }
__device__ int f(int, long) { return 2; }
__device__ int f(const char *...) { return 3; }
extern "C" __global__ void k(long long *out) {
  out[0] = f(1); out[1] = f(1, 2); out[2] = f(1, 2, 3); out[3] = f("a"); out[4] = f("a", 1.5);
}

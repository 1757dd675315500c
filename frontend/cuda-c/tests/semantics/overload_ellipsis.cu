// [over.ics.ellipsis] an ellipsis takes what nothing else does
// wrong: ellipsis-ranks-alike
struct A { int v; };
struct X { __device__ X(A) {} };
__device__ int f(int) { return 1; }
__device__ int f(...) { return 2; }
__device__ int g(X) { return 3; }
__device__ int g(...) { return 4; }
__device__ int h(int n, ...) { return n * 2; }
__device__ int b(bool) { return 5; }
__device__ int b(...) { return 6; }
extern "C" __global__ void k(long long *out) {
  A a = {1}; int i = 0;
  out[0] = f(1); out[1] = f(1.5); out[2] = f('a'); out[3] = f(&i); out[4] = g(a); out[5] = g(1); out[6] = h(5);
  out[7] = h(5, 1, 2); out[8] = b(&i); out[9] = b(1.5); out[10] = f(); out[11] = f(1, 2);
}

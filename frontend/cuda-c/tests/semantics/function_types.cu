// [dcl.fct] array and function parameters are adjusted, top-level const of a parameter is no part of the type
// wrong: parameters-stay-arrays
__device__ int f(int a[3]) { a[0] = 5; return sizeof a; }
__device__ int g(const int x);
__device__ int g(int x) { return x + 1; }
__device__ void v(void) {}
__device__ int *ptr(int *p) { return p + 1; }
__device__ int (&arr(int (&a)[3]))[3] { return a; }
__device__ int (*parr(int (*p)[3]))[3] { return p + 1; }
__device__ auto trail(int x) -> long long { return x * 10; }
__device__ static inline int si(int x) { return x - 1; }
int __device__ after(int x) { return x + 7; }
__device__ int fn(int);
__device__ int fn(int x) { return x * 3; }
extern "C" __global__ void k(long long *out) {
  int a[3] = {1, 2, 3}, b[2][3] = {{1, 2, 3}, {4, 5, 6}}; arr(a)[1] = 20; v();
  out[0] = f(a); out[1] = a[0]; out[2] = g(4); out[3] = *ptr(a); out[4] = arr(a)[2]; out[5] = (*parr(b))[1];
  out[6] = trail(3); out[7] = sizeof trail(3); out[8] = si(5); out[9] = after(1); out[10] = fn(2);
}

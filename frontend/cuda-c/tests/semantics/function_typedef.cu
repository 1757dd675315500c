// [dcl.fct] a function may be declared by a typedef of its type
// wrong:
// absent: E0101
typedef int Fn(int);
__device__ Fn fn;
__device__ int fn(int x) { return x * 3; }
extern "C" __global__ void k(long long *out) { out[0] = fn(2); }

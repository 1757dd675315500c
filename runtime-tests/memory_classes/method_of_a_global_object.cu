// this of a member function that stays a call points to the object.
// expect: 42
struct C { int n; __device__ __noinline__ void set(int v); };
__device__ C c;
__device__ void C::set(int v) { c.n = 1; n = v; if (c.n != v) n = -1; }
extern "C" __global__ void k(int *o) { c.set(42); o[0] = c.n; }

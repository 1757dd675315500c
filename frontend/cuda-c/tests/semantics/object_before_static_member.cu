// [class.static] the object before a static member is evaluated all the same
// wrong: static-objects-unseen
__device__ int c;
struct A { int z; static __device__ int f(int a) { return a + 1; } static const int n = 4; enum E { e = 6 }; };
__device__ A g() { ++c; return A(); }
__device__ A *h(A *a) { c += 10; return a; }
extern "C" __global__ void k(long long *out) {
  A a[2]; A *p = a;
  out[0] = g().f(2); out[1] = c; out[2] = g().n; out[3] = c; out[4] = h(a)->f(8); out[5] = c; out[6] = p++->n; out[7] = p - a;
  out[8] = h(a)->n; out[9] = c;
}

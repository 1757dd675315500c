// [expr.call] parameters by value are copies, references are not; arguments are converted as if initialising
// wrong: parameters-are-references
struct V { int x; __device__ V(int v) : x(v) {} __device__ V(const V &o) : x(o.x + 1) {} };
__device__ int byval(V v) { v.x += 100; return v.x; }
__device__ int byref(V &v) { v.x += 100; return v.x; }
__device__ int bycref(const V &v) { return v.x; }
__device__ int mix(V a, V &b, const V &c, V *d) { a.x++; b.x += 2; d->x += 3; return a.x * 1000 + c.x; }
__device__ int arr(int a[2]) { return a[0]++; }
struct A { int t[2]; };
__device__ int agg(A a) { a.t[0] = 50; return a.t[0] + a.t[1]; }
__device__ short nar(short s) { return s + 1; }
__device__ V fwd(V v) { return V(byval(v)); }
extern "C" __global__ void k(long long *out) {
  V v(1); A a = {{1, 2}}; int t[2] = {5, 6};
  out[0] = byval(v); out[1] = v.x; out[2] = byref(v); out[3] = v.x; out[4] = bycref(v); out[5] = byval(3);
  out[6] = bycref(4); out[7] = mix(v, v, v, &v); out[8] = v.x; out[9] = arr(t); out[10] = t[0]; out[11] = agg(a);
  out[12] = a.t[0]; out[13] = nar(32767); out[14] = nar(65536 + 4); out[15] = fwd(v).x; out[16] = v.x;
}

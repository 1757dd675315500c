// [basic.start.term] 1 leaves open what CUDA C++ says of a function's __shared__ objects: no thread constructs one, and none destroys it
// wrong: shared-objects-are-destroyed
struct D { int v; long long *p; __device__ ~D() { if (v < 99) *p = v; } }; struct C { int v; __device__ C() : v(9) {} __device__ ~C() { v = 8; } };
template <class T> __device__ int half(T *, int x) { __shared__ T t; t.v = x; int r = t.v / 2; return r; }
extern "C" __global__ void k(long long *out) { int i = (int)out[0]; { __shared__ D d; d.p = out + 1; d.v = i + 5; out[2] = d.v; } __shared__ D a[2]; a[0].v = 100; a[1].p = out + 3; a[1].v = 4 + i; out[4] = a[1].v; out[5] = half((C *)nullptr, 10 + i); { D own{i + 6, out + 6}; } }

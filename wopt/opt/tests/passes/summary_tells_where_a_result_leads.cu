// test pass=summarize -fno-promote-arguments
// One space, of objects or through callees; null is an address of global memory alone. Of two spaces, a parameter, a number,
// and what was loaded, nothing is said.
// check: "in_shared" "_Z9in_sharedi" @0:14:30 at=start (device t2) (summary none none diverges (returns shared))
// check: "in_constant" "_Z11in_constanti" @0:15:36 at=start (device t2) (summary none none diverges (returns const))
// check: "or_null" "_Z7or_nulli" @0:16:30 at=start (device t2) (summary none none diverges (returns global))
// check: "null" "_Z4nulli" @0:17:30 at=start (device t2) (summary none none diverges (returns null))
// check: "through" "_Z7throughi" @0:18:30 at=start (device t2) (summary none none diverges (returns shared))
// count 5: (returns
__shared__ int s[32], t[32];
__device__ int g[32];
__constant__ int c[32];
__device__ int *where;
__device__ __noinline__ int *in_shared(int k) { return k & 1 ? s + (k & 15) : t; }
__device__ __noinline__ const int *in_constant(int k) { return c + (k & 15); }
__device__ __noinline__ int *or_null(int k) { return k & 1 ? g : 0; }
__device__ __noinline__ int *null(int k) { return 0; }
__device__ __noinline__ int *through(int k) { int *p = in_shared(k); return p + 1; }
__device__ __noinline__ int *shared_or_null(int k) { return k & 1 ? s : 0; }
__device__ __noinline__ int *in_two(int k) { return k & 1 ? s : g; }
__device__ __noinline__ int *given(int *p) { return p; }
__device__ __noinline__ long long number(int k) { return (long long)(s + (k & 15)); }
__device__ __noinline__ int *loaded(int k) { return where; }
__global__ void k(int *o) {
  int n = o[1];
  o[2] = *in_shared(n) + *in_constant(n) + (or_null(n) == null(n)) + *through(n) + *in_two(n) + *given(o) + (int)number(n);
  o[3] = (loaded(n) == o) + (shared_or_null(n) == s);
}

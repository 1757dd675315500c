// [temp.func.order] conversion function templates are ordered by what they give
// wrong: no-partial-ordering
struct A { template <class T> __device__ operator T *() { return (T *)8; } };
struct B : A { template <class T> __device__ operator T() { return T(16); } };
struct C { template <class T> __device__ operator T *() { return (T *)8; } template <class T> __device__ operator T() { return T(16); } };
struct D { template <class T> __device__ operator T() const { return T(1); } template <class T> __device__ operator const T *() const { return (const T *)2; } };
extern "C" __global__ void k(long long *out) { B b; int n = 0; out[n++] = (long long)(void *)b; C c; out[n++] = (long long)(int *)c; int *p = c; out[n++] = (long long)p; long v = c; out[n++] = v; int *q = b; out[n++] = (long long)q; D d; const int *r = d; out[n++] = (long long)r; int i = d; out[n++] = i; }

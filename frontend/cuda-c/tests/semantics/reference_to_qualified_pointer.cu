// [dcl.init.ref] a reference to a pointer with more qualifiers below is bound to the pointer itself
// wrong: pointers-are-copied-for-references
__device__ int f(const int *const &p) { return 1; }
__device__ int f(const int *&&p) { return 2; }
__device__ int g(const int *const &p, int **q) { *q = 0; return p == 0; }
extern "C" __global__ void k(long long *out) {
  int i = 3; int *p = &i; int *const cp = &i; int n = 0; const int *cq = &i;
#define T(...) out[n++] = (__VA_ARGS__)
  const int *const &z = p; T((const void *)&z == (const void *)&p); p = 0; T(z == 0); p = &i;
  T(f(p)); T(f(&i)); T(f(cp)); T(f(cq)); T(g(p, &p)); p = &i; T(f(static_cast<int *&&>(p)));
}

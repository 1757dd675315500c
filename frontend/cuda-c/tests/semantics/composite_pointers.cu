// [expr] pointers of different types are compared and chosen as their composite pointer type
// wrong: null-pointers-move
struct X { int x; }; struct A { int i; }; struct B : X, A { int j; };
__device__ int kind(const A *) { return 1; }
__device__ int kind(const B *) { return 2; }
__device__ int kind(A *) { return 3; }
__device__ int kind(const void *) { return 4; }
__device__ int level(int *const *) { return 1; }
__device__ int level(const int *const *) { return 2; }
__device__ int level(int **) { return 3; }
extern "C" __global__ void k(long long *out) {
  int n = 0; bool c = out[60] == 0; B b; A *ap = &b; const B *bp = &b; B *nb = 0; A *na = 0; int i = 1, *ip = &i; const int *cip = &i;
#define T(...) out[n++] = (__VA_ARGS__)
  T(ap == bp); T(ap != bp); T(nb == na); T(kind(c ? ap : bp)); T((c ? bp : ap) == ap); T((c ? nb : ap) == 0); T(kind(c ? ap : nb)); T(ap < bp);
  B *const *p = 0; const B **q = 0; T(p == q); T(ip == cip); int **pp = &ip; const int *const *cpp = &cip; T(pp == cpp); T(level(c ? pp : cpp)); T(level(c ? &ip : pp));
  int *const *pc = &ip; T(level(c ? pp : pc)); T(pp == pc); void *v = &i; const int *w = &i; T(v == w); T(kind(c ? v : w)); T(ip == nullptr); T(0 != cip);
  volatile int *vi = &i; T(vi == cip); T(*(c ? vi : cip)); T((const volatile void *)&i == vi); T(bp == v); T(kind(c ? bp : nullptr)); T(kind(c ? 0 : bp));
}

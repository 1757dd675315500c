// [over.ics.rank] of two pointer or reference conversions the one that adds fewer qualifiers wins
// wrong: qualifiers-do-not-rank
__device__ int f(int *) { return 1; }
__device__ int f(const int *) { return 2; }
__device__ int g(const int *) { return 3; }
__device__ int g(const volatile int *) { return 4; }
__device__ int h(int &) { return 5; }
__device__ int h(const int &) { return 6; }
__device__ int v(const void *) { return 7; }
__device__ int v(const int *) { return 8; }
__device__ int w(void *) { return 9; }
__device__ int w(bool) { return 10; }
__device__ int p(int *const *) { return 11; }
__device__ int p(const int *const *) { return 12; }
struct S { __device__ int m() { return 13; } __device__ int m() const { return 14; } };
extern "C" __global__ void k(long long *out) {
  int i = 0; const int c = 0; int *q = &i; volatile int vi = 0; S s; const S t = S(); const S &r = s; S *ps = &s; const S *pc = &s; float fl; const int **pp = 0; int a[2]; const int ca[2] = {};
  out[0] = f(&i); out[1] = f(&c); out[2] = g(&i); out[3] = g(&c); out[4] = g(&vi); out[5] = h(i); out[6] = h(c);
  out[7] = h(1); out[8] = v(&i); out[9] = v(&fl); out[10] = w(q); out[11] = w(true); out[12] = p(&q);
  out[13] = p(pp); out[14] = s.m(); out[15] = t.m(); out[16] = r.m(); out[17] = ps->m(); out[18] = pc->m();
  out[19] = f(a); out[20] = f(ca); out[21] = h(a[1]); out[22] = h(ca[1]); out[23] = S().m();
}

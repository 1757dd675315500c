// [over.ics.rank] a pointer to bool is the worst of the standard conversions
// wrong: pointer-to-bool-is-any
__device__ int f(bool) { return 1; }
__device__ int f(void *) { return 2; }
__device__ int g(bool) { return 3; }
__device__ int g(const char *) { return 4; }
__device__ int h(bool) { return 5; }
__device__ int h(long long) { return 6; }
__device__ int n(int *) { return 7; }
__device__ int n(int) { return 8; }
extern "C" __global__ void k(long long *out) {
  int i = 0, *p = &i; const int *c = &i;
  out[0] = f(p); out[1] = f(c); out[2] = f(true); out[3] = g("x"); out[4] = g(p); out[5] = h('a' < 'b');
  out[6] = h(p); out[7] = n(nullptr); out[8] = n(0); out[9] = h(5ll); out[10] = n(p); out[11] = f(nullptr);
}

// [over.built] of a class's conversions those to pointers fit the operand of indirection and subscripts
// wrong: pointers-compete-with-numbers
struct P {
  int *p;
  __device__ operator int *() const { return p; }
  __device__ operator bool() const { return p != nullptr; }
};
struct N { int n; __device__ operator short() const { return (short)n; } };
extern "C" __global__ void k(long long *out) {
  int a[4] = {10, 20, 30, 40}, one = 1; P p = {a}; const P c = {a}; N n = {3};
  out[0] = *p; out[1] = p[one]; p[2] = 33; *p = 11; out[2] = a[2]; out[3] = a[0]; out[4] = one[p]; out[5] = p ? 1 : 2;
  out[6] = *c; out[7] = c[3]; out[8] = p[n]; out[9] = n[a]; out[10] = n[p]; out[11] = !p;
}

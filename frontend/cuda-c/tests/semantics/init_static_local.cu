// [stmt.dcl] block-scope statics and constants keep their first value
// wrong: static-locals-are-automatic
__device__ int next() { static int n = 5; return n++; }
__device__ int other() { static int n = 50; n += 2; return n; }
__device__ int table(int i) { static const int t[4] = {1, 4, 9, 16}; return t[i & 3]; }
__device__ int zero() { static int z; return ++z; }
extern "C" __global__ void k(long long *out) {
  int a = next(), b = next(), c = next(), d = other(), e = other();
  out[0] = a; out[1] = b; out[2] = c; out[3] = d; out[4] = e; out[5] = table(2); out[6] = table(5);
  out[7] = zero(); out[8] = zero();
  for (int i = 0; i < 3; i++) { static int k; k += 2; out[20] = k; }
}

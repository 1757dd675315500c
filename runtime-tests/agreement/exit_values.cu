// What counters come to behind their loops, for each way of counting; `#pragma unroll 1` is there for the loops to stay.
typedef long long i64;
typedef unsigned long long u64;

// Of constants: steps that do not meet the bound, ends that are counted in, no round at all, a counter that passes the end of its type.
__device__ __noinline__ void constants(int *&o) {
  int i, j = 7;
#pragma unroll 1
  for (i = 0; i < 100; i += 3) j -= 2;
  *o++ = i;
  *o++ = j;
#pragma unroll 1
  for (i = -1000, j = 0; i <= 1000; i += 250) j += 3;
  *o++ = i;
  *o++ = j;
#pragma unroll 1
  for (i = 50, j = 1; i >= -77; i -= 4) j += 5;
  *o++ = i;
  *o++ = j;
  unsigned u, v = 3;
#pragma unroll 1
  for (u = 0xfffffff0u; u != 45; u++) v -= 0x20000000u;
  *o++ = (int)u;
  *o++ = (int)v;
#pragma unroll 1
  for (u = 0xffffff00u; u < 0xfffffffeu; u++) v += 0x10000001u;
  *o++ = (int)u;
  *o++ = (int)v;
  i64 l, m = 0;
#pragma unroll 1
  for (l = 0x7fffffffffff0000ll; l > 0x7ffffffffffe0000ll; l -= 0x1000) m += 0x700000000ll;
  *o++ = (int)l;
  *o++ = (int)(m >> 20);
}

// Up to what is not known: as often as the bound is above what it begins with, or once.
__device__ __noinline__ int up(int n, int from) {
  int i = from, j = 11;
#pragma unroll 1
  for (; i < n; i++) j += 5;
  return i * 1000 + j;
}

__device__ __noinline__ int once_at_least(int n) {
  int i = 3, j = 0;
#pragma unroll 1
  do j += 5;
  while (++i < n);
  return i * 1000 + j;
}

__device__ __noinline__ unsigned down(unsigned n) {
  unsigned j = 1;
#pragma unroll 1
  for (unsigned i = n; i > 0; i--) j -= 3;
  return j;
}

// Left on equality, it passes the end of its type where it begins above.
__device__ __noinline__ unsigned apart(unsigned char n, unsigned char m) {
  unsigned j = 1, i = n * 0x1000000u;
#pragma unroll 1
  for (; i != m * 0x1000000u - (0xff000000u - 300); i++) j += 7;
  return j;
}

// The outer loop's bound is what the inner one comes to; what the inner one counts goes on from round to round.
__device__ __noinline__ int nested(int n) {
  int j = 0, i = 0, k;
#pragma unroll 1
  for (; i < n; i++) {
#pragma unroll 1
    for (k = 0; k < i; k++) j += 2;
    j += k * 100;
  }
  return j * 10 + i;
}

// A way out in the middle, and what only some rounds count.
__device__ __noinline__ int parted(const int *p, int n) {
  int i = 0, j = 0, m = 0;
#pragma unroll 1
  for (; i < 10; i++) {
    if (p[i] == n) break;
    if (p[i] & 1) m++;
    j += 3;
  }
  return i * 10000 + j * 100 + m;
}

extern "C" __global__ void run(int *o, float *f, int n) {
  int table[10];
  for (int k = 0; k < 10; k++) table[k] = k * n % 11;
  constants(o);
  for (int k = -2; k < 4; k++) *o++ = up(k, n - 5);
  *o++ = up(n, -n);
  for (int k = 1; k < 6; k++) *o++ = once_at_least(k);
  for (int k = 0; k < 3; k++) *o++ = (int)down(k);
  *o++ = (int)apart(n - 4, n - 5);
  for (int k = 0; k < 4; k++) *o++ = nested(k);
  for (int k = 0; k < 12; k += 2) *o++ = parted(table, k);
  float s = 0;
#pragma unroll 1
  for (int k = 0; k < n * 100; k++) s += 0.1f;
  *f = s;
}

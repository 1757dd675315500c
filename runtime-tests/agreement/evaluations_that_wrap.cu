// What is stepped, shared or distributed where numbers pass the end of their type, or where it must not be: NVRTC and clang tell the values.
__device__ __noinline__ void put(int *&o, long long v) {
  *o++ = (int)v;
  *o++ = (int)(v >> 32);
}

// An index that is an unsigned sum, as a signed number: what differs by n modulo 2^32 is not n apart.
__device__ __noinline__ void signed_indices(int *&o, long long base, unsigned i, unsigned n, unsigned c) {
  long long a = base + 8ll * (int)(i * n + c), b = base + 8ll * (int)((i + 1) * n + c);
  put(o, a);
  put(o, b);
}

// Of x = 3 the index is 2^32 - 13, from a place that is 2^32 elements before the array's.
__device__ __noinline__ void difference_that_wraps(int *to, unsigned x) {
  int *far = (int *)((unsigned long long)to - (4ull << 32));
  if (x <= 0x1000fu) far[x - 16u] = 77;
}

// Two ways back to the head of the loop.
__device__ __noinline__ long long ways_back(volatile long long *at, const int *c, long long n, long long m) {
  long long i = 0, sum = 0;
again:
  *at = i * m;
  sum = sum * 3 + *at;
  i++;
  if (c[i] > 5) {
    *at = 1;
    goto again;
  }
  *at = 2;
  if (i < n) goto again;
  return sum;
}

__device__ __noinline__ long long squares(volatile long long *at, long long n, long long m) {
  long long sum = 0;
#pragma unroll 1
  for (long long i = 1; i < n; i++) {
    *at = i * i * 5 + m;
    sum = sum * 3 + *at;
  }
  return sum;
}

// A column of a matrix, by steps, and what the loop comes to behind them.
__device__ __noinline__ int column(const int *p, int n, int m) {
  unsigned s = 0;
#pragma unroll 1
  for (int i = 0; i < n; i++) s = s * 3 + p[i * m + 1];
  return (int)s;
}

// Iterations that are left behind copies: of a known number, of all small unknown ones, and down to a bound that is not to be equal.
__device__ __noinline__ int rests(const int *p, int n) {
  unsigned s = 0;
#pragma unroll 4
  for (int i = 0; i < 10; i++) s = s * 3 + p[i];
#pragma unroll 4
  for (int i = 0; i < n; i++) s = s * 3 + p[i];
#pragma unroll 4
  for (unsigned i = n + 1; i != 0; i--) s = s * 3 + p[i];
  return (int)s;
}

// Three iterations at most, whatever the bound.
__device__ __noinline__ int near_the_end(const int *p, unsigned n) {
  unsigned s = 0;
  for (unsigned i = 0xfffffffcu; i < n; i++) s = s * 3 + p[i - 0xfffffffcu];
  return (int)s;
}

// As unsigned numbers -6, -3 and then 0 are below the bound: it ends at 30.
__device__ __noinline__ int past_the_end(const int *p) {
  unsigned s = 0;
#pragma unroll 3
  for (int i = -9; (unsigned)i < 0xfffffffeu; i += 3) {
    if (i == 30) break;
    s = s * 3 + p[i + 9];
  }
  return (int)s;
}

// Places of equal offsets: in shared and local memory, and in two objects.
__device__ __noinline__ void places(int *&o, int n) {
  __shared__ int a[8], b[8];
  int c[8];
  a[n & 7] = 3;
  b[n & 7] = 4;
  c[n & 7] = 5;
  *o++ = &a[1] == &c[1];
  *o++ = &a[0] == &c[0];
  *o++ = &a[1] == &b[1];
  *o++ = (&b[1] != &a[1]) + a[n & 7] + b[n & 7] + c[n & 7];
}

// A byte of what is stored is read before all of it is stored anew; an index is stored at itself.
__device__ __noinline__ int parts(long long *p, int *q, long long x, int a, int b, int c) {
  *p = x;
  int part = ((unsigned char *)p)[5];
  *p = 1;
  int i = a * b + 2;
  if (c) q[i] = i;
  return part;
}

extern "C" __global__ void run(int *o, float *, int n) {
  int *all = o, table[64];
  long long at = 0, pair = 0;
  for (int k = 0; k < 64; k++) table[k] = k * n % 7 + k / 3 * 1001;
  for (int k = 0; k < 64; k++) table[k] -= k == 3 || k == 9 ? 100000 : 0;
  signed_indices(o, n, n - 4, 1u << 30, (1u << 30) - 1);
  signed_indices(o, n, n, 0u - n, 7);
  int few[] = {1, 9, 2, 8, 7, 1, 1, 9, 3, 3};
  put(o, ways_back(&at, few, n, n + 0x100000003ll));
  put(o, squares(&at, n + 4, n));
  for (int k = 0; k < 7; k++) *o++ = column(table, k, n + 3);
  for (int k = 0; k < 14; k++) *o++ = rests(table, k);
  *o++ = near_the_end(table, 0u - (n - 4));
  *o++ = near_the_end(table, 0u - (n - 2));
  *o++ = near_the_end(table, n);
  *o++ = past_the_end(table);
  places(o, n);
  *o++ = parts(&pair, table, 0x1234500000000ll + n, n, n, n);
  *o++ = table[n * n + 2];
  put(o, pair);
  difference_that_wraps(all + 100, n - 2);
}

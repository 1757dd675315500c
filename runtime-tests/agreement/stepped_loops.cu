// Loops whose products strength reduction steps: counters that pass the end of their type, go down, go round not once, or are left early.
// Each `#pragma unroll 1` is there for the loop to stay one.
typedef long long i64;
typedef unsigned long long u64;

__device__ __noinline__ void put(int *&o, i64 v) {
  *o++ = (int)v;
  *o++ = (int)(v >> 32);
}

// Products of 32 bits by two strides, of a counter that passes 2^32.
__device__ __noinline__ unsigned wraps(volatile unsigned *at, unsigned n, unsigned m) {
  unsigned sum = 0;
#pragma unroll 1
  for (unsigned i = 0xfffffff0u; i != 5; i += 3) {
    *at = (i * n + 7) * m + i;
    sum = sum * 3 + *at;
  }
  return sum;
}

// The same of 64 bits, of a counter that passes 2^64 downwards.
__device__ __noinline__ u64 wraps_down(volatile u64 *at, u64 n, u64 m) {
  u64 sum = 0;
#pragma unroll 1
  for (u64 i = n; i < n + 1; i -= 2) {
    *at = i * m + 11;
    sum = sum * 3 + *at;
  }
  return sum;
}

// Extended, a counter without a sign is not linear: it passes 2^32, its product does not.
__device__ __noinline__ u64 extended(volatile u64 *at, unsigned n, u64 m) {
  u64 sum = 0;
#pragma unroll 1
  for (unsigned i = 0u - n; i != n; i++) {
    *at = i * m;
    sum = sum * 3 + *at;
  }
  return sum;
}

// Columns from the end, by steps that are negative, and sums of what the loop begins with.
__device__ __noinline__ i64 down(const int *p, int n, int m) {
  i64 sum = 0;
#pragma unroll 1
  for (int i = n; i > 0; i -= 2) sum = sum * 3 + p[i * m - 1];
  return sum;
}

// By a stride that is negative, from what two ways bring.
__device__ __noinline__ i64 backwards(const int *p, int n, int m) {
  i64 sum = 0;
  int i = -3;
  if (n & 1) i = -5;
#pragma unroll 1
  for (; i < 1; i++) sum = sum * 3 + p[i * -m + n];
  return sum;
}

// Of no round nothing is: neither the step nor what comes before it may be seen.
__device__ __noinline__ i64 of_none(const int *p, i64 n, i64 m) {
  i64 sum = n;
#pragma unroll 1
  for (i64 i = n - 5; i < 0; i++) sum = sum * 3 + p[i * m + m * 8];
  return sum;
}

// Left before the step, between two reads, and with the product.
__device__ __noinline__ i64 left_early(const int *p, i64 n, i64 m, int stop) {
  i64 sum = 0, last = -1;
#pragma unroll 1
  for (i64 i = 0; i < n; i++) {
    last = i * m;
    int here = p[i * m];
    if (here == stop) break;
    sum = sum * 3 + here;
    if (p[i * m + 1] > 2000000) return sum ^ last;
    sum -= last;
  }
  return sum * 5 + last;
}

// Read before and behind the step, and in rounds that skip the rest.
__device__ __noinline__ i64 both_sides(volatile i64 *at, const int *c, i64 n, i64 m) {
  i64 sum = 0;
#pragma unroll 1
  for (i64 i = 1; i < n;) {
    *at = i * m;
    i += 3;
    if (c[i] & 1) {
      sum += *at;
      continue;
    }
    *at = i * m + 4;
    sum = sum * 3 + *at;
  }
  return sum;
}

// The step is what the loop does not change; an inner loop reads the outer one's product, and steps its own.
__device__ __noinline__ i64 nested(volatile i64 *at, i64 n, i64 m, i64 step) {
  i64 sum = 0;
#pragma unroll 1
  for (i64 i = -n; i <= n; i += step) {
    *at = i * m;
#pragma unroll 1
    for (i64 k = i; k < n; k += step) {
      *at = i * m + k * step * m;
      sum = sum * 3 + *at;
    }
    sum -= *at;
  }
  return sum;
}

// From what two ways bring, each with a store of its own.
__device__ __noinline__ i64 two_ways(volatile i64 *at, i64 n, i64 m) {
  i64 i, sum = 0;
  if (n & 1) {
    *at = 5;
    i = n;
    goto head;
  }
  *at = 7;
  i = n - 100;
head:
  sum = sum * 3 + *at;
  *at = i * m;
  i -= 7;
  __threadfence();
  if (i > -200) goto head;
  return sum;
}

// What the inner loop does not change, the outer one does.
__device__ __noinline__ i64 changes_outside(volatile i64 *at, const int *c, i64 n, i64 m) {
  i64 sum = 0;
#pragma unroll 1
  for (i64 i = 0; i < n; i++) {
    int x = c[i];
#pragma unroll 1
    for (i64 k = 0; k < n; k++) {
      *at = k * m + (i64)x * n;
      sum = sum * 3 + *at;
    }
    *at = i * m + (i64)x * n;
    sum -= *at;
  }
  return sum;
}

extern "C" __global__ void run(int *o, float *, int n) {
  int table[64];
  unsigned word = 0;
  u64 wide = 0;
  i64 at = 0;
  for (int k = 0; k < 64; k++) table[k] = k * n % 7 + k / 3 * 1001;
  table[12] = 3000000;
  *o++ = wraps(&word, n, n * 0x10001);
  put(o, wraps_down(&wide, n + 2, n * 0x100000007ull));
  put(o, extended(&wide, n, n * 0x10000000bull));
  for (int k = -1; k < 6; k++) put(o, down(table, k, n + 3));
  put(o, backwards(table, n, n));
  put(o, backwards(table, n + 1, n));
  put(o, of_none(table, n, n + 1));
  put(o, of_none(table, n - 3, n + 1));
  put(o, left_early(table, n, n - 1, 100));
  put(o, left_early(table, n, n + 1, 100));
  put(o, left_early(table, n, n + 1, table[2 * n + 2]));
  put(o, left_early(table, n - 5, n + 1, 100));
  put(o, both_sides(&at, table, n * 4, n * 0x100000003ll));
  put(o, nested(&at, n, n - 8, n - 3));
  put(o, two_ways(&at, n, n + 6));
  put(o, two_ways(&at, n + 1, n + 6));
  put(o, changes_outside(&at, table, n, n * 3));
}

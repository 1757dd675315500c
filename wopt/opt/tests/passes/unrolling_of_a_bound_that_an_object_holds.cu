// test pass=propagate..full-unrolling
// A range of a place in memory and a number, and one of two generic addresses: both are constants once the object that holds them is registers.
// count 0: (phi
struct Counted { const int *p; unsigned long n; };
struct Range { int *first, *last; __device__ int *begin() const { return first; } __device__ int *end() const { return last; } };
__device__ unsigned long size(const Counted &c) { return c.n; }
__device__ Range behind(const Range &r, int by) { return {r.begin() + by, r.end()}; }
__global__ void k(int *p, int n) {
  __shared__ int s[128];
  s[threadIdx.x & 127] = n;
  __syncthreads();
  Counted c = {s + (n & 124), 4};
  int sum = 0;
  for (unsigned long i = 0; i < size(c); i++) sum = sum * 2 + c.p[i];
  int v[4] = {n, 2, 3, sum};
  Range r = {v, v + 4};
  for (int x : behind(r, 1)) sum += x;
  p[0] = sum;
}

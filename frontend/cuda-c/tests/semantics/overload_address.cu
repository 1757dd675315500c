// [over.over] the target type chooses among overloads and specialisations
// wrong:
// absent: E0101
__device__ int f(int x) { return x + 1; }
__device__ int f(double x) { return x + 100; }
template <class T> __device__ T twice(T x) { return x * 2; }
__device__ int apply(int (*p)(int), int x) { return p(x); }
__device__ int applyd(int (*p)(double), double x) { return p(x); }
extern "C" __global__ void k(long long *out) {
  out[0] = apply(f, 1); out[1] = applyd(f, 1); out[2] = apply(twice, 4); out[3] = apply(twice<int>, 5);
  out[4] = apply(&f, 6); out[5] = ((int (*)(double))f)(1); out[6] = static_cast<int (*)(int)>(f)(1);
}

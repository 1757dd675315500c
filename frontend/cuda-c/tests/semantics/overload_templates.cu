// [over.match.best] a function beats an equal specialisation of a template; a better template beats a worse function
// wrong: templates-rank-alike
template <class T> __device__ int f(T) { return 1; }
__device__ int f(int) { return 2; }
__device__ int f(double) { return 3; }
template <class T> __device__ int g(T, T) { return 4; }
__device__ int g(double, double) { return 5; }
template <class T> __device__ int h(const T &) { return 7; }
__device__ int h(const char *) { return 8; }
template <class T> __device__ int k2(T *) { return 9; }
__device__ int k2(void *) { return 10; }
extern "C" __global__ void k(long long *out) {
  int i = 0; short s = 0; float fl = 0; char buf[2] = "x";
  out[0] = f(1); out[1] = f(s); out[2] = f(fl); out[3] = f(1.0); out[4] = f<>(1.0); out[5] = f<>(1);
  out[6] = f<int>(1); out[7] = f('a'); out[8] = g(1, 2); out[9] = g(1, 2.0); out[10] = g(1.0, 2.0);
  out[11] = g(1.0f, 2.0f); out[12] = h("abc"); out[13] = h(buf); out[14] = h(1); out[15] = k2(&i);
  out[16] = k2((void *)&i); out[17] = f<double>(1); out[18] = f<short>(1);
}

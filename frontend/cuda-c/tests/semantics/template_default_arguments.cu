// [dcl.fct.default] default arguments of a function template stand in its first declaration
// wrong: default-arguments-are-zero
template <class T> __device__ int f(T t, int i = 10);
template <class T> __device__ int f(T t, int i) { return t + i; }
template <class T> __device__ int g(T t, int i = 5, int j = sizeof(T));
template <class T> __device__ int g(T t, int i, int j) { return t * 100 + i * 10 + j; }
extern "C" __global__ void k(long long *out) {
  out[0] = f(3); out[1] = f(3, 4); out[2] = g('\1'); out[3] = g(2, 7); out[4] = g(2, 7, 3);
}

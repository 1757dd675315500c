// [temp.expl.spec] a specialisation of a function template has the default arguments of its template
// wrong: specialisations-have-no-defaults
typedef int T;
template <class U> __device__ int f(U t, int k = sizeof(U), U u = U(7)) { return t + k + u; }
template <> __device__ int f<char>(char c, int k, char u) { T q = 100; return k * 10 + u + q; }
template <> __device__ int f<double>(double, int, double d);
template <> __device__ int f<double>(double, int, double d) { return d; }
template <class U> __device__ int g(U t, int k = 3);
template <class U> __device__ int g(U t, int k) { return t + k; }
template <> __device__ int g<char>(char, int k) { return k; }
extern "C" __global__ void k(long long *out) {
  out[0] = f(1); out[1] = f('a'); out[2] = f(1.0); out[3] = f('a', 2); out[4] = g(1); out[5] = g('a'); out[6] = g('a', 5);
}

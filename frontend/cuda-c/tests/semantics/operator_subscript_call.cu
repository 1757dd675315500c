// [over.sub] [] takes one argument of any type; () any number, with defaults, const and not
// wrong: const-objects-call-any
struct M { int a[6]; __device__ int &operator[](int i) { return a[i]; } __device__ int operator[](int i) const { return a[i] + 100; } __device__ int operator[](const char *s) const { return s[0]; } __device__ int &operator()(int i, int j) { return a[i * 3 + j]; } __device__ int operator()(int i = 2) const { return a[i] + 1000; } };
struct Row { int *p; __device__ int &operator[](int j) { return p[j]; } };
struct G { int a[2][3]; __device__ Row operator[](int i) { return {a[i]}; } };
struct F { int k; template <class T> __device__ T operator()(T x) const { return x + k; } };
template <class Fn> __device__ int twice(Fn f, int x) { return f(f(x)); }
extern "C" __global__ void k(long long *out) {
  M m = {{1, 2, 3, 4, 5, 6}}; const M c = {{1, 2, 3}}; G g = {{{1, 2, 3}, {4, 5, 6}}}; F f = {5};
  m[1] = 20; m(1, 2) = 60; g[1][2] = 66; m[0]++;
  out[0] = m[1]; out[1] = c[1]; out[2] = m["a"]; out[3] = c["b"]; out[4] = m[5]; out[5] = c(); out[6] = c(0);
  out[7] = m(1, 0); out[8] = g.a[1][2]; out[9] = g[0][1]; out[10] = f(1); out[11] = f(1.5) * 2;
  out[12] = twice(f, 1); out[13] = twice(F{10}, 1); out[14] = m.operator[](0); out[15] = F()(3);
  out[16] = F{2}(3);
}

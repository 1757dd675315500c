// [class.friend] a function that a class names as a friend by its name alone is one of the class's namespace
// wrong: friends-by-their-last-names
namespace N {
class C {
  int v = 9;
  friend __device__ int f(C &);
  template <class T> friend __device__ int g(T &);
  friend __device__ int operator+(C &, int);
};
__device__ int f(C &c) { return c.v; }
template <class T> __device__ int g(T &t) { return t.v + 1; }
__device__ int operator+(C &c, int n) { return c.v + n; }
}
struct V { int v; __device__ V(int n) : v(n) {} };
template <class T> __device__ auto f(T &c, int) -> decltype(c.v, char());
template <class T> __device__ long long f(T &c, long);
struct M;
struct Q { __device__ int h(M &); };
struct M { private: int v = 4; friend __device__ int Q::h(M &); };
__device__ int Q::h(M &m) { return m.v; }
extern "C" __global__ void k(long long *out) {
  N::C c;
  M m;
  V v(1);
  out[0] = f(c);
  out[1] = g(c);
  out[2] = c + 5;
  out[3] = sizeof ::f(c, 0);
  out[4] = sizeof ::f(v, 0);
  out[5] = Q().h(m);
}

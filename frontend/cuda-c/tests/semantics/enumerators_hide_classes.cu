// [basic.scope.hiding] an enumerator, a variable and a function template hide a class of their name, whichever comes first
// wrong: elaborated-names-are-plain
struct a { char c[3]; };
enum { a = 2 };
enum { b = 4 };
struct b { char c[5]; };
struct f { char c[6]; };
template <class T> __device__ int f(T t) { return t + 1; }
template <class T> __device__ int g(T t) { return t + 2; }
struct g { char c[7]; };
struct v { char c[8]; };
namespace N { __device__ int before() { return sizeof(v); } enum E { v = 9 }; __device__ int behind() { return v; } }
extern "C" __global__ void k(long long *out) {
  int n = 0;
#define R(x) out[n++] = (x)
  R(a); R(sizeof(struct a)); R(b); R(sizeof(struct b)); R(f(1)); R(sizeof(struct f)); R(g(1)); R(g<int>(2)); R(sizeof(struct g));
  R(N::before()); R(N::behind()); R(N::v); R(sizeof(v));
}

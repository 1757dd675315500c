// [basic.lookup.elab] behind `struct` and `enum` only types are found: what else has the name nearer by hides none
// wrong: elaborated-names-are-plain; parameters-are-not-in-scope
struct y { char q[5]; };
enum e { e1 };
namespace N {
__device__ int y(int a) { return a; }
__device__ int e = 3;
__device__ int by_value(struct y p) { return sizeof p; }
__device__ struct y v;
__device__ int enumerated(enum e q) { return q + 7; }
}
struct B { struct x { char c; }; };
struct C : B { static constexpr char x[9] = {}; __device__ int h() { return sizeof(struct x) * 100 + sizeof(x); } };
__device__ int parameters(int y, struct y p, char (*q)[sizeof(y)]) { return sizeof *q; }
template <class T> __device__ int of_template(T y, int z = sizeof(struct y), char (*q)[sizeof(y)] = 0) { return sizeof *q; }
__device__ auto result(int y) -> char (&)[sizeof(y)];
namespace M { struct x { char c[3]; }; __device__ int x; }
namespace P { struct x { char q[7]; }; __device__ int f() { return sizeof(struct x) * 10 + sizeof(struct M::x); } }
extern "C" __global__ void k(long long *out) {
  int n = 0;
#define R(x) out[n++] = (x)
  struct y v;
  R(N::by_value(v)); R(sizeof N::v); R(N::enumerated(e1)); R(C().h());
  R(parameters(1, v, 0)); R(of_template(1)); R(of_template('a')); R(sizeof(result(1))); R(P::f());
  {
    struct z { char c[3]; };
    R(sizeof(z));
    {
      char z[7];
      R(sizeof(struct z)); R(sizeof(z));
      { struct z w; R(sizeof w); struct z { char q[9]; }; R(sizeof(z)); R(sizeof(struct z)); }
      R(sizeof(struct z));
    }
  }
}

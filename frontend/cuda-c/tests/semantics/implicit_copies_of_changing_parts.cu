// [class.copy.ctor] the copy that the compiler makes takes a const object where each part can be copied from one
// wrong: implicit-copies-are-bytes
struct A { int a; __device__ A(int a) : a(a) {} __device__ A(const A &o) : a(o.a + 1) {} template <class T> __device__ A(T &t) : a(t.a + 10) {} };
struct B { int b; __device__ B(int b) : b(b) {} __device__ B(B &o) : b(o.b + 100) { o.b = -1; } B &operator=(B &) = default; };
struct C : A, B { __device__ C(int a, int b) : A(a), B(b) {} };
struct D { B b; };
extern "C" __global__ void k(long long *out) {
  C c(1, 2); C d(c); D e{{3}}; D f(e);
  out[0] = d.a; out[1] = d.b; out[2] = c.b; out[3] = f.b.b; out[4] = e.b.b;
}

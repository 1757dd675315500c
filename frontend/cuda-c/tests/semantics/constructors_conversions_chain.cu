// [class.conv] at most one conversion of a class stands in an implicit sequence
// wrong: conversions-chain
struct A { int v; __device__ A(int x) : v(x) {} };
struct B { int v; __device__ B(A a) : v(a.v + 10) {} __device__ B(const char *) : v(99) {} };
struct C { int v; __device__ operator A() const { return A(v + 100); } };
__device__ int f(B b) { return b.v; }
__device__ int g(A a) { return a.v; }
__device__ int h(const A &a) { return a.v + 1; }
__device__ A make(char c) { return c; }
struct Arr { A a[2]; A b; };
extern "C" __global__ void k(long long *out) {
  C c = {5}; A a = c; B b(c), d(A(7)), e = A(8); int i = 3; A x[2] = {i, c}; Arr y = {{1, c}, i}; A z = true; a = 'a';
  out[0] = f(A(1)); out[1] = f("s"); out[2] = g(c); out[3] = g(2.9); out[4] = h(4); out[5] = h(c); out[6] = b.v;
  out[7] = d.v; out[8] = e.v; out[9] = x[0].v; out[10] = x[1].v; out[11] = y.a[1].v; out[12] = y.b.v;
  out[13] = z.v; out[14] = a.v; out[15] = make('b').v; out[16] = (true ? A(1) : 2).v; out[17] = B(3).v;
}

// [dcl.init.list] a reference to a list of one related object refers to that object
// wrong: lists-make-temporaries
struct C {
  int v;
  __device__ C(int x) : v(x) {}
  __device__ C(const C &c) : v(c.v + 100) {}
  __device__ C &operator=(const C &c) { v = c.v + 1; return *this; }
  __device__ C &operator=(C &&c) { v = c.v + 1000; return *this; }
};
struct D : C { __device__ D(int x) : C(x) {} };
struct A { int x, y; };
__device__ int f(const C &c) { return c.v; }
__device__ int f(C &&c) { return -c.v; }
__device__ const A *place(const A &a) { return &a; }
__device__ void raise(int &n) { n += 5; }
__device__ void raise(A &a) { a.x += 5; }
__device__ int only(const char *) { return 1; }
__device__ int only(int &&) { return 2; }
__device__ int only(const int &) { return 3; }
__device__ int by_value(C c) { return c.v; }
extern "C" __global__ void k(long long *out) {
  C x(1), y(2); D d(7); A a = {3, 4}; int n = 6;
  x = {y}; out[0] = x.v;
  x = {static_cast<C &&>(y)}; out[1] = x.v;
  x = {d}; out[2] = x.v;
  x = {9}; out[3] = x.v;
  out[4] = f({y}); out[5] = f({static_cast<C &&>(y)}); out[6] = f({d}); out[7] = f({8});
  out[8] = place({a}) == &a; out[9] = by_value({y});
  raise({n}); raise({a}); out[10] = n; out[11] = a.x;
  const C &r{y}; const C &s = {y}; C &t{y}; t.v = 30; out[12] = r.v + s.v;
  const A &u{1, 2}; const A &w{5}; const long long &l{n}; n = 0; out[13] = u.y * 100 + w.x * 10 + w.y; out[14] = l;
  out[15] = only({n}); out[16] = only({7});
}

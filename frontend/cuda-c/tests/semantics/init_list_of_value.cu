// [dcl.init.list] a list of one value of the class itself is that value, made in place
// wrong: lists-copy-values
struct C {
  int v;
  __device__ C(int x) : v(x) {}
  __device__ C(const C &c) : v(c.v + 100) {}
  __device__ C(C &&c) : v(c.v + 1000) {}
};
__device__ C make(int n) { return C(n); }
__device__ int take(C c) { return c.v; }
__device__ C back(int n) { return {make(n)}; }
struct H { C c{make(4)}; int n = 0; __device__ H() {} __device__ H(int x) : c{C(x)} {} };
extern "C" __global__ void k(long long *out) {
  C a{make(1)}, b = {make(2)}, c{C{C(3)}}, d{a}, e{static_cast<C &&>(a)};
  C r[3] = {make(5), {make(6)}, {a}};
  out[0] = a.v; out[1] = b.v; out[2] = c.v; out[3] = d.v; out[4] = e.v; out[5] = H().c.v; out[6] = H(7).c.v;
  out[7] = take({make(8)}); out[8] = back(9).v; out[9] = r[0].v; out[10] = r[1].v; out[11] = r[2].v;
  C *q = &a; out[12] = C{make(10)}.v + (q == &a);
}

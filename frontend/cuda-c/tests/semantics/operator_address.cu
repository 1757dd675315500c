// [over.unary] a user's unary & is called; the built-in one is left for what has none
// wrong: address-ignores-operator
struct A { int v; __device__ int operator&() const { return v + 100; } };
struct B { int v[2]; __device__ int *operator&() { return v + 1; } __device__ const int *operator&() const { return v; } };
struct C { int v; };
__device__ int operator&(C &c) { return c.v + 7; }
struct H { A a; int n; };
extern "C" __global__ void k(long long *out) {
  A a = {5}; B b = {{1, 2}}; const B cb = {{3, 4}}; C c = {1}; H h = {{6}, 7}; H *p = &h; A t[2] = {{1}, {2}};
  out[0] = &a; out[1] = *&b; out[2] = *&cb; out[3] = &c; out[4] = &h.a; out[5] = p->n; out[6] = &t[1];
  out[7] = &p->a; out[8] = (&h)->n; out[9] = a.v & 4;
}

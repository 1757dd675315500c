// [namespace.udecl] a class's function hides what a using declaration names only where it is const as that is
// wrong: using-forgets-const
struct B {
  int v;
  __device__ int m() { return v += 1; }
  __device__ int n() const { return v + 20; }
  __device__ int o(int x) { return v + 30 + x; }
  __device__ int o(long long x) const { return v + 40 + x; }
};
struct D : B {
  __device__ int m() const { return v + 50; }
  using B::m;
  __device__ int n() { return v += 60; }
  using B::n;
  __device__ int o(int x) { return v + 70 + x; }
  using B::o;
};
extern "C" __global__ void k(long long *out) {
  D d; d.v = 0; const D &c = d;
  out[0] = d.m(); out[1] = c.m(); out[2] = d.n(); out[3] = c.n(); out[4] = d.o(1); out[5] = c.o(1);
}

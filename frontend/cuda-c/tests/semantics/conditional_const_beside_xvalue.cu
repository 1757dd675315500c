// [expr.cond] an xvalue beside a const lvalue of its class is const, and copied as a const object
// wrong: conditional-moves-to-const
struct C {
  int y; __device__ C(int a) : y(a) {}
  __device__ C(const C &o) : y(o.y + 100) {} __device__ C(C &&o) : y(o.y + 200) {}
};
struct R { C c; __device__ operator C &&() { return static_cast<C &&>(c); } };
extern "C" __global__ void k(long long *out) {
  volatile bool t = true; int n = 0; C c(1); const C q(2); R r{C(4)};
  out[n++] = (t ? static_cast<C &&>(c) : q).y; out[n++] = (!t ? static_cast<C &&>(c) : q).y;
  out[n++] = (t ? q : static_cast<C &&>(c)).y; out[n++] = (!t ? q : static_cast<C &&>(c)).y;
  out[n++] = (t ? static_cast<C &&>(c) : c).y;
  out[n++] = (t ? r : q).y; out[n++] = (t ? c : q).y;
}

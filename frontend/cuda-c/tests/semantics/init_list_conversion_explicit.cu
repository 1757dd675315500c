// [dcl.init.list] a list of one object of a class for a number initialises it directly, by an explicit conversion too
// wrong: lists-are-copies
struct C {
  int v;
  __device__ operator signed char() const { return (signed char)v; }
  __device__ explicit operator long long() const { return v + 100; }
  __device__ explicit operator int *() { return &v; }
};
struct H { long long n; __device__ H(C &c) : n{c} {} };
extern "C" __global__ void k(long long *out) {
  C c = {5};
  long long a{c}, b = {c}, d{static_cast<C &&>(c)};
  int *p{c};
  out[0] = a; out[1] = b; out[2] = d; out[3] = *p; out[4] = H(c).n;
}

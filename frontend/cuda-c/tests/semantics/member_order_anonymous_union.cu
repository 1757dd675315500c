// [class.base.init] members of anonymous unions and structures are initialised in the order of the class
// wrong: anonymous-members-last
struct A {
  union { int i; float f; };
  int j;
  struct { int p, q; };
  int r;
  __device__ A() : i(1), j(i = 4), p(j + 1), q(p + 1), r(q = 9) {}
};
extern "C" __global__ void k(long long *out) { A a; out[0] = a.i; out[1] = a.j; out[2] = a.p; out[3] = a.q; out[4] = a.r; }

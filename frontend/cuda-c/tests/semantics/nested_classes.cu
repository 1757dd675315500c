// [class.nest] a nested class is a member: its functions see the outer names, and it may be defined outside
// wrong: nested-sees-nothing
struct O { typedef int I; enum E { e1 = 3 }; static constexpr int k = 4; struct In { I v; __device__ In(int x) : v(x + k) {} __device__ int f() const; __device__ operator int() const; struct Deep { int d; __device__ int g() { return d + e1; } }; }; In in; __device__ O() : in(1) {} __device__ int sum() { return in.f(); } };
__device__ int O::In::f() const { return v + e1; }
__device__ O::In::operator int() const { return v * 100; }
struct I { char c; };
extern "C" __global__ void k(long long *out) {
  O o; O::In a(5); O::In::Deep d = {7}; O::I i = 70000; O::E e = O::e1;
  out[0] = o.sum(); out[1] = a.f(); out[2] = a + 1; out[3] = d.g(); out[5] = i; out[6] = e;
  out[7] = sizeof(I); out[8] = sizeof(O::I); out[9] = O::E::e1; out[10] = o.e1; out[11] = O().in.v;
}

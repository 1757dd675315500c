// [expr.cond] a value or a bit-field of a value is a value, which has a size
// wrong: chosen-values-are-bit-fields
enum E : short { e0, e1 };
struct C { long f; E b : 5; __device__ operator E() const { return e1; } };
__device__ C make(int n) { return C{n, e0}; }
extern "C" __global__ void k(long long *out) {
  int n = 0;
  C c{1, e0};
  out[0] = sizeof(n ? c : make(n).b);
  out[1] = n ? c : make(7).b;
  out[2] = !n ? c : make(7).b;
}

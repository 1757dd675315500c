// [expr.const] [class.union] a constant union has one active member, which constructors choose; bit-fields keep their width
// wrong: constructors-are-no-constants
union U { int i; float f; __device__ constexpr U(int n) : i(n) {} __device__ constexpr U(float x) : f(x) {} };
struct Either {
  bool number;
  union { int i; float f; };
  __device__ constexpr Either(int n) : number(true), i(n) {}
  __device__ constexpr Either(float x) : number(false), f(x) {}
  __device__ constexpr int get() const { return number ? i : (int)(f * 2); }
};
struct Bits { unsigned a : 3; int b : 5; unsigned c : 1; };
__device__ constexpr int bits() { Bits b{}; b.a = 9; b.b = 17; b.c = 3; return b.a * 1000 + b.b * 10 + b.c; }
__device__ constexpr U one(4), two(2.5f);
__device__ U stored(1.5f);
extern "C" __global__ void k(long long *out) {
  constexpr Either e(4), f(2.5f);
  static_assert(e.get() == 4 && f.get() == 5 && one.i == 4 && two.f == 2.5f, "");
  constexpr Bits b{5, -3, 1};
  char t[1000 + bits()];
  out[0] = e.get(); out[1] = f.get(); out[2] = stored.f * 2; out[3] = sizeof t; out[4] = b.a * 100 + b.b * 10 + b.c;
}

// [expr.cond] an operand of a class is made like one of a related class only where that one is as const: else both are converted
// wrong: conditional-drops-qualifiers
__device__ long long trace;
__device__ void mark(int x) { trace = trace * 131 + x; }
struct Base {
  int v;
  __device__ Base(int n) : v(n) { mark(1); }
  __device__ Base(const Base &b) : v(b.v + 100) { mark(2); }
  __device__ operator signed char() const { mark(3); return 5; }
};
struct Derived : Base { __device__ Derived(int n) : Base(n) { mark(4); } };
__device__ int note(const Base &o) { mark(60); return o.v; }
__device__ int note(int) { mark(61); return -2; }
extern "C" __global__ void k(long long *out) {
  bool no = out[50] != 0; const Derived q(7); Derived z(6);
  trace = 0; out[0] = note(no ? Base(3) : q); out[1] = trace;
  trace = 0; out[2] = note(no ? q : Base(3)); out[3] = trace;
  trace = 0; out[4] = note(!no ? q : Base(3)); out[5] = trace;
  trace = 0; out[6] = note(!no ? z : Base(3)); out[7] = trace;
  trace = 0; out[8] = note(no ? z : Base(3)); out[9] = trace;
  out[10] = sizeof(no ? q : Base(3)); out[11] = sizeof(no ? z : Base(3));
}

// [expr.comma] what the arguments of a built-in function do is done where nobody wants its value
// wrong: dropped-calls-drop-arguments
// device-only
__device__ int g;
__device__ int s(int a) { g = g * 10 + a; return a; }
extern "C" __global__ void k(long long *out) {
  int n = 0, b = 1;
  float f = 2;
  g = 0;
#define R(...) __VA_ARGS__; out[n++] = g
  R((min(b && s(1), 1), 0));
  R((abs(b ? s(2) : s(3)), 0));
  R((void)fabsf(b && s(3)));
  R((max(b && s(4), !b || s(5)), 0));
  R(sinf(f = b && s(6)));
  R((fmaf(1, f, b && s(7)), 0));
  R((isnan((float)(b && s(8))), 0));
  R((min(min(1, b && s(9)), max(b && s(1), 2)), 0));
  for (int i = 0; i < 2; i++, sqrtf(b && s(i))) R(out[20] = i);
  R(b ? (void)abs(b && s(2)) : (void)s(3));
}

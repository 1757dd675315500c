// [expr.shift] the type of a shift is the left operand's, promoted; the right one says nothing
// wrong: shift-in-common-type; right-shift-is-logical
__device__ int kind(int) { return 1; }
__device__ int kind(unsigned) { return 2; }
__device__ int kind(long long) { return 3; }
extern "C" __global__ void k(long long *out) {
  int i = -16; unsigned u = 0x80000000u; unsigned char c = 0x80; unsigned long long n = 4; long long l = -16; short s = -2;
  out[0] = kind(i << n); out[1] = kind(c << 1u); out[2] = i >> n; out[3] = u >> n; out[4] = c << 4;
  out[5] = (c << 24) >> 24; out[6] = (long long)(u << 1); out[7] = l >> 2ull; out[8] = s >> 1u; out[9] = 1 << n;
  out[10] = kind(1ll << 1); out[11] = sizeof(c << 40ll % 3);
}

// [expr.arith.conv] the operand of lower rank goes to the higher; unsigned wins where ranks are equal or it does not fit
// wrong: signed-wins; long-with-unsigned-is-unsigned
__device__ int kind(int) { return 1; }
__device__ int kind(unsigned) { return 2; }
__device__ int kind(long) { return 3; }
__device__ int kind(unsigned long) { return 4; }
__device__ int kind(long long) { return 5; }
__device__ int kind(unsigned long long) { return 6; }
__device__ int kind(float) { return 7; }
__device__ int kind(double) { return 8; }
extern "C" __global__ void k(long long *out) {
  int i = -1; unsigned u = 1; long l = -1; unsigned long ul = 1; long long ll = -1; unsigned long long ull = 1; short s = -1; float f = 1; double d = 1;
  out[0] = kind(i + u); out[1] = kind(i + l); out[2] = kind(u + l); out[3] = kind(l + ul);
  out[4] = kind(ul + ll); out[5] = kind(l + ll); out[6] = kind(u + ll); out[7] = kind(ll + ull);
  out[8] = kind(s + u); out[9] = kind(f + ll); out[10] = kind(f + d); out[11] = kind(s + s);
  out[12] = i < u; out[13] = l < u; out[14] = s < u; out[15] = i < ul; out[16] = ll < ull; out[17] = (i + u) > 0;
  out[18] = i / u; out[19] = l / u; out[20] = i % 2u; out[21] = l % 2u;
}

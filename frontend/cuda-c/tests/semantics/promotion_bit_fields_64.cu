// [conv.prom] a bit-field of a 64-bit type is promoted to int where int holds all its values
// wrong: wide-bit-fields-stay-wide
struct B { unsigned long long e : 20; long long s : 31; unsigned long long g : 40; };
__device__ int kind(int) { return 1; }
__device__ int kind(unsigned) { return 2; }
__device__ int kind(long long) { return 3; }
__device__ int kind(unsigned long long) { return 4; }
extern "C" __global__ void k(long long *out) {
  B x; x.e = 3; x.s = -2; x.g = 3;
  out[0] = x.e - 4 < 0; out[1] = x.s - 4 < 0; out[2] = kind(+x.e); out[3] = kind(+x.s); out[4] = (x.e - 4) / 2;
  out[5] = (x.e - 4) >> 1; out[6] = sizeof(+x.e);
}

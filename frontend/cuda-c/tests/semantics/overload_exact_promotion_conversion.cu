// [over.ics.rank] an exact match beats a promotion, a promotion a conversion
// wrong: promotion-is-conversion
__device__ int f(int) { return 1; }
__device__ int f(long long) { return 2; }
__device__ int f(double) { return 3; }
__device__ int g(long) { return 4; }
__device__ int g(int) { return 5; }
__device__ int h(float) { return 6; }
__device__ int h(double) { return 7; }
__device__ int c(char) { return 8; }
__device__ int c(int) { return 9; }
__device__ int u(unsigned) { return 10; }
__device__ int u(int) { return 11; }
__device__ int b(bool) { return 12; }
__device__ int b(int) { return 13; }
enum E { e };
enum L : long { l };
extern "C" __global__ void k(long long *out) {
  short s = 1; unsigned char uc = 1; float fl = 1; char ch = 1; bool t = true; signed char sc = 1; unsigned n = 1;
  out[0] = f(s); out[1] = f(1ll); out[2] = f(fl); out[3] = f('a'); out[4] = f(t); out[5] = g(uc); out[6] = g(1l);
  out[7] = h(fl); out[8] = h(1.0); out[9] = c(ch); out[10] = c(sc); out[11] = c(1); out[12] = u(n);
  out[13] = u(s); out[14] = u(uc); out[15] = u(t); out[16] = b(t); out[17] = b(ch); out[18] = b(1);
  out[19] = f(e); out[20] = g(l); out[21] = u(e); out[22] = h(fl * 1.0); out[23] = b(t && t); out[24] = b(1 < 2);
  out[25] = c('x'); out[26] = c(+ch);
}

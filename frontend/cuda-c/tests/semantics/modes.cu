// [gnu.mode] a mode gives the width of the type that it stands with: of variables and parameters
// wrong: narrowing-saturates
#define BYTE __attribute__((mode(QI)))
__device__ int f(BYTE int a, unsigned BYTE b) { return a * 1000 + b; }
extern "C" __global__ void k(long long *out) {
  BYTE signed int a = 300; unsigned int __attribute__((mode(HI))) b = 70000; int n = 513;
  out[0] = a; out[1] = b; out[2] = sizeof(a); out[3] = sizeof(b); out[4] = f(257, 259); out[5] = n;
}

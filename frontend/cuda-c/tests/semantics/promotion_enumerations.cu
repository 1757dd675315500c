// [conv.prom] an unscoped enumeration is promoted to int, unsigned, long ...; one with a fixed type to that, promoted
// wrong: enumerations-are-int
enum A { a0, a1 = 7 };
enum B { b0, b1 = 0xffffffffu };
enum C : unsigned char { c0, c1 = 255 };
enum E : long long { e0, e1 = -1 };
enum F { f0 = -1, f1 = 0x80000000 };
__device__ int kind(int) { return 1; }
__device__ int kind(unsigned) { return 2; }
__device__ int kind(long) { return 3; }
__device__ int kind(long long) { return 4; }
__device__ int kind(unsigned char) { return 5; }
extern "C" __global__ void k(long long *out) {
  A a = a1; B b = b1; C c = c1; E e = e1;
  out[0] = kind(+a); out[1] = kind(+b); out[2] = kind(+c); out[3] = kind(+e); out[4] = a - 8;
  out[5] = (long long)(b + 1); out[6] = c + 1; out[7] = e + 1; out[8] = sizeof(A); out[9] = sizeof(B);
  out[10] = sizeof(C); out[11] = sizeof(E); out[12] = sizeof(F); out[13] = f1 > 0; out[14] = f0 < 0;
  out[15] = ~c; out[16] = kind(c);
}

// Functions of bytes and half words packed in an int, and the approximate sine and cosine together.

#if __CUDA_ARCH__ >= 610
__device__ __forceinline__ int __dp4a(int a, int b, int c) {
  int d;
  asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}
__device__ __forceinline__ unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
  unsigned int d;
  asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}
// Two half words of a times two bytes of b: the lower or the upper ones.
__device__ __forceinline__ int __dp2a_lo(int a, int b, int c) {
  int d;
  asm("dp2a.lo.s32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}
__device__ __forceinline__ unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c) {
  unsigned int d;
  asm("dp2a.lo.u32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}
__device__ __forceinline__ int __dp2a_hi(int a, int b, int c) {
  int d;
  asm("dp2a.hi.s32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}
__device__ __forceinline__ unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c) {
  unsigned int d;
  asm("dp2a.hi.u32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}
#else
__device__ __forceinline__ int __optx_byte(int v, int k) { return (int)(signed char)(v >> (8 * k)); }
__device__ __forceinline__ unsigned int __optx_ubyte(unsigned int v, int k) { return (v >> (8 * k)) & 0xffu; }

__device__ __forceinline__ int __dp4a(int a, int b, int c) {
  unsigned int s = (unsigned int)c;
  for (int k = 0; k < 4; k++) s += (unsigned int)(__optx_byte(a, k) * __optx_byte(b, k));
  return (int)s;
}
__device__ __forceinline__ unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
  for (int k = 0; k < 4; k++) c += __optx_ubyte(a, k) * __optx_ubyte(b, k);
  return c;
}
// Two half words of a times two bytes of b: the lower or the upper ones.
__device__ __forceinline__ int __dp2a_lo(int a, int b, int c) {
  return (int)((unsigned int)c + (unsigned int)((int)(short)a * __optx_byte(b, 0)) + (unsigned int)((a >> 16) * __optx_byte(b, 1)));
}
__device__ __forceinline__ unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c) {
  return c + (a & 0xffffu) * __optx_ubyte(b, 0) + (a >> 16) * __optx_ubyte(b, 1);
}
__device__ __forceinline__ int __dp2a_hi(int a, int b, int c) {
  return (int)((unsigned int)c + (unsigned int)((int)(short)a * __optx_byte(b, 2)) + (unsigned int)((a >> 16) * __optx_byte(b, 3)));
}
__device__ __forceinline__ unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c) {
  return c + (a & 0xffffu) * __optx_ubyte(b, 2) + (a >> 16) * __optx_ubyte(b, 3);
}
#endif
__device__ __forceinline__ void __sincosf(float x, float *s, float *c) {
  *s = __sinf(x);
  *c = __cosf(x);
}
// The same of vectors.
__device__ __forceinline__ int __dp4a(char4 a, char4 b, int c) { return __dp4a(*(int *)&a, *(int *)&b, c); }
__device__ __forceinline__ unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) {
  return __dp4a(*(unsigned int *)&a, *(unsigned int *)&b, c);
}
__device__ __forceinline__ int __dp2a_lo(short2 a, char4 b, int c) { return __dp2a_lo(*(int *)&a, *(int *)&b, c); }
__device__ __forceinline__ unsigned int __dp2a_lo(ushort2 a, uchar4 b, unsigned int c) {
  return __dp2a_lo(*(unsigned int *)&a, *(unsigned int *)&b, c);
}
__device__ __forceinline__ int __dp2a_hi(short2 a, char4 b, int c) { return __dp2a_hi(*(int *)&a, *(int *)&b, c); }
__device__ __forceinline__ unsigned int __dp2a_hi(ushort2 a, uchar4 b, unsigned int c) {
  return __dp2a_hi(*(unsigned int *)&a, *(unsigned int *)&b, c);
}

// test pass=propagate
// More than the alignment, a place between, an object of bytes, a member of a packed structure, an index of bytes, a pointer.
// count 6: U8BAND
struct R { char c[5]; };
struct __attribute__((packed)) P { char c; int x; };
__global__ void k(long *p, int i) {
  __shared__ int s[8];
  __shared__ alignas(8) char c[32];
  R d;
  P q;
  p[0] = (size_t)(s + 1) & 7;
  p[1] = (size_t)(c + 2) & 3;
  p[2] = (size_t)&d & 3;
  p[3] = (size_t)&q.x & 3;
  p[4] = (size_t)((char *)s + i) & 3;
  p[5] = (size_t)p & 3;
  p[6] = (size_t)&d + (size_t)&q;
}

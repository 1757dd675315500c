// test pass=propagate
// What is asked of objects' low bits is decided by their alignment, generic or not, at constant places and where an index is of whole words.
// check: =10:U8
// count 0: U8BAND
__global__ void k(long *p, int i) {
  __shared__ int s[8];
  __shared__ alignas(8) char c[32];
  int a;
  float b;
  p[0] = 10 + ((((size_t)&a | (size_t)&b) | 4) & 3);
  p[1] = ((size_t)(s + 2) & 3) == 0;
  p[2] = (size_t)(c + 24) & 7;
  p[3] = (size_t)(s + i) & 3;
  p[4] = (size_t)&a + (size_t)&b;
}

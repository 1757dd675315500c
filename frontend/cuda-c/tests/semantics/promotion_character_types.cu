// [conv.prom] char16_t, char32_t and wchar_t are promoted to the first of int, unsigned, ... that holds them
// wrong: wide-characters-are-int
__device__ int kind(int) { return 1; }
__device__ int kind(unsigned) { return 2; }
__device__ int kind(char16_t) { return 3; }
__device__ int kind(char32_t) { return 4; }
__device__ int kind(wchar_t) { return 5; }
extern "C" __global__ void k(long long *out) {
  char16_t a = 0xffff; char32_t b = 5; wchar_t c = -5;
  out[0] = kind(a); out[1] = kind(b); out[2] = kind(c); out[3] = kind(+a); out[4] = kind(+b); out[5] = kind(+c);
  out[6] = a + 1; out[7] = (long long)(b - 6); out[8] = c - 6; out[9] = sizeof a; out[10] = sizeof b;
  out[11] = sizeof c;
  out[12] = kind(u'x'); out[13] = kind(U'x'); out[14] = kind(L'x'); out[15] = a << 4;
}

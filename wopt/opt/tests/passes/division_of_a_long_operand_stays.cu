// test pass=division-bypass
// What is negative, or has a bit above the low word, is never short.
// not: freeze
// count 1: (I8DIV
// count 1: (U8DIV
__global__ void k(long long *o, unsigned a, long long b, unsigned long long c) {
  o[0] = (-1ll - (long long)a) / b;
  o[1] = (long long)(c / ((unsigned long long)b | 1ull << 40));
}

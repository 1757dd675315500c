// test pass=division-bypass
// Exclusive ors, products by long constants, and merges of them are seldom short.
// not: freeze
// count 2: (U8DIV
// count 1: (U8REM
__global__ void k(unsigned long long *o, unsigned long long a, unsigned long long b, unsigned long long c, int n) {
  o[0] = (a ^ c) / b;
  o[1] = a * 0x9e3779b97f4a7c15ull / b;
  unsigned long long h;
  if (n) { h = a ^ b; o[5] = h; }
  else { h = b * 0x9e3779b97f4a7c15ull; o[6] = h; }
  o[2] = h % c;
}

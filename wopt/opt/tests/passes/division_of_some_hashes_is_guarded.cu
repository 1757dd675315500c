// test pass=division-bypass
// A merge of a hash and of what is none may be short; a product by -42 is a product of a short constant.
// count 2: (U4DIV
__global__ void k(unsigned long long *o, unsigned long long a, unsigned long long b, long long c, int n) {
  unsigned long long h;
  if (n) { h = a ^ b; o[5] = h; }
  else { h = b; o[6] = h; }
  o[2] = h / a;
  o[3] = c * -42 / n;
}

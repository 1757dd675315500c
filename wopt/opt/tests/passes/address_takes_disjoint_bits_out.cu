// test pass=propagate
// Bits that are set where none are: an `or` and an `xor` are sums of them, and the rest of the constant stays.
// check: 4 mu(
// check: 8 mu(
// check: =1:U4)) =4:U8)) 128 mu(
// check: 256 mu(
__global__ void k(int *o, const int *p, int b, unsigned x) {
  o[0] = p[(b << 2) | 1];
  o[1] = p[(b << 2) | 2];
  o[2] = p[(x & 31) ^ 33];
  o[3] = p[(x & 63) | 64];
}

// test pass=propagate
// A bit that may be set already is no summand.
// count 3:  0 mu(v14.1)
// check: =4:U4)) =4:U8)) 0 mu(v14.1)
// check: =1:U4)) =4:U8)) 0 mu(v14.1)
__global__ void k(int *__restrict__ o, const int *__restrict__ p, int b, unsigned x) {
  *o = p[(b << 2) | 4] + p[(x & 31) ^ 1] + p[b | 1];
}

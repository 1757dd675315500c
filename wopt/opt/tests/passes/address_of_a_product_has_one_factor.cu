// test pass=address-reassociation
// A signed product in 32 bits does not overflow, so its factor joins the element's size; an unsigned one stays.
// check: =128:U8)
// check: =32:U4))
__global__ void k(int *o, const int *p, int x, unsigned y) {
  o[0] = p[x * 32];
  o[1] = p[y * 32];
}

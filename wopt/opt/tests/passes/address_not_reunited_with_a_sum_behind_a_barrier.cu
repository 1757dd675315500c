// test pass=address-reassociation
// A thread may wait at the barrier for ever: the sum behind it tells nothing before it.
// check: (I8I4CVT v4.1) =4:U8) (U8ADD (U8MPY (I8I4CVT v6.1) =4:U8) v11.1)) 20 mu(
// check: ~bar.sync
// check: (I8I4CVT (I4ADD v6.1 v4.1)) =4:U8)
__global__ void k(int *o, const int *p, int x, int y) {
  o[0] = p[x + (y + 5)];
  __syncthreads();
  o[1] = p[x + y];
}

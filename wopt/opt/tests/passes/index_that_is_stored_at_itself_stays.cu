// test pass=address-reassociation
// The index is what is stored, too: its variable has to be there.
// check: ({i}) (I4ADD (I4MPY
// check: (I8I4CVT {i}) =4:U8)) 0 mu(
// count 0:  8 mu(
__global__ void k(int *o, int x, int y, int c) {
  int i = x * y + 2;
  if (c)
    o[i] = i;
}

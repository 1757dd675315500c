// test pass=chosen-addresses..scalar-replacement
// One of the places is not in its object.
// count 1: (istore @0:7:3
__global__ void k(int *o, int n) {
  int x[2] = {1, n}, y[2] = {2, n};
  *(n > 3 ? x + 2 : y + 1) = 7;
  o[0] = x[1];
  o[1] = y[1];
}

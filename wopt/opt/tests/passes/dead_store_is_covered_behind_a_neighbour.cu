// test pass=dead-stores
// The load between is of another word.
// count 1: (istore
// check: (istore @0:9
__global__ void k(int *a, int *o, int i) {
  int j = i + 1;
  a[i] = 1;
  int x = a[j];
  a[i] = x;
}

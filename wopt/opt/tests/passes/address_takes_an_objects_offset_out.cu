// test pass=propagate
// What lies behind an object's start is the access's offset, also where the element is one of several terms.
// check: 640 mu(
__shared__ int t[16][16];
__global__ void k(int *o, int i) {
  t[10][i] = i;
  *o = i;
}

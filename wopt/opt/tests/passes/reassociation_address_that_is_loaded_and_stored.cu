// test pass=address-reassociation
// The address of a compound assignment is held by a variable: its constant goes to the offsets of the load and the store.
// count 2: (ivar I4 global cr1 128
__global__ void k(int *__restrict__ c, int n) {
  int i = threadIdx.x;
  c[i] += n;
  c[i + 32] -= n;
}

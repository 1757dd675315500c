// test pass=store-sinking --passes=-unrolling
// Others may see a store of a loop that does not end: this one follows pointers in a circle, perhaps.
// count 1: ((ivar I4
// check: ((ivar I4
// check: (branch
__global__ void k(int *__restrict__ c, const int *__restrict__ next, int at) {
  do {
    c[threadIdx.x] = at * 3;
    at = next[at];
  } while (at != 0);
}

// test pass=store-sinking --passes=-unrolling
// Nobody reads either place, which may be one: both stay, in their order.
// count 2: ((ivar I4
// check: ((ivar I4
// check: ((ivar I4
// check: (branch
__global__ void k(int *__restrict__ c, int n, int m) {
  for (int j = 0; j < n; j++) {
    c[threadIdx.x] = j * 3;
    c[m] = j * 5;
  }
}

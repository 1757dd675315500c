// test pass=address-reassociation
// Where nothing changes there is nothing to order.
// check: (I8I4CVT (I4ADD
__global__ void k(int *a, int n, int j) {
  a[n + j] = 1;
  for (int i = 0; i < 3; i++) a[0] += i;
}

// test pass=hoisting
// A thread that ends in the arm never came to the product, which promises something.
// count 0: "e"
__global__ void k(int *p, int *q, int n) {
  unsigned t = threadIdx.x;
  if (t & 1) {
    if (n < 0) __trap();
    __trap();
    p[t] = n * n;
  } else q[t] = n * n;
}

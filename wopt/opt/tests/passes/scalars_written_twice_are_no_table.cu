// test pass=chosen-addresses..scalar-replacement
// One element is another constant in some threads.
// check: "t" t2 auto
// count 6: (istore
__global__ void k(int *p) {
  int t[] = {5, 4, 3, 7};
  if (threadIdx.x == 3) t[1] = 9;
  p[threadIdx.x] = t[threadIdx.x & 3];
}

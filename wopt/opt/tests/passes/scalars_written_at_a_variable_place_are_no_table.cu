// test pass=chosen-addresses..scalar-replacement
// Which element is written is not known; what is written elsewhere is no constant.
// count 2: auto align=16
__global__ void k(int *p, int i) {
  int t[] = {5, 4, 3, 7}, u[] = {5, 4, i, 7};
  t[i & 3] = 5;
  p[threadIdx.x] = t[threadIdx.x & 3] + u[threadIdx.x & 3];
}

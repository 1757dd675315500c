__global__ void k(int *x, int v) {
  x[0] = __reduce_add_sync(0xffffffff, v);
}

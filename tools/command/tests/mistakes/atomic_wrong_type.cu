__global__ void k(char *x) {
  atomicAdd(x, 1);
}

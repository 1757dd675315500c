__global__ void k(flot *x) {
  x[0] = 1;
}

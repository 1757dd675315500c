__global__ void k(float &&x) {
  x = 1;
}

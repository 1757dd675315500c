__global__ void k(unsigned short *x) {
  atomicCAS(x, (unsigned short)1, (unsigned short)2);
}

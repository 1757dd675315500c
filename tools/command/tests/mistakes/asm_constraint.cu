__global__ void k(float *x, int n) {
  asm("mov.u32 %0, %laneid;" : "=q"(n));
  x[0] = n;
}

__device__ void k(float *x) {
  x[0] = 1;
}
int main() {
  k<<<1, 32>>>(0);
}

texture<float, 2> tex;
__global__ void k(float *x, int n) {
  x[n] = tex2D(tex, 0, 0);
}

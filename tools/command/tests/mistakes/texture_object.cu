__global__ void k(cudaTextureObject_t t, float *x) {
  x[0] = tex2D<float>(t, 0, 0);
}

struct G { int n; __device__ ~G() { n = 0; } };
__device__ G g;
__global__ void k(int *o) {
  o[0] = g.n;
}

struct G { int n; __device__ ~G() { n = 0; } };
__global__ void k(int *o) {
  __shared__ G g;
  o[0] = g.n;
}

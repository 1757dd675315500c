struct C { int n; __device__ int next() { return ++n; } };
__global__ void k(const C c, int *o) {
  o[0] = c.next();
}

template <class T> struct Box { T v; };
__global__ void k(float *x, int n) {
  Box b;
  x[0] = n;
}

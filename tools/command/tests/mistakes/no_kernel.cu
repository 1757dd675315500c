__device__ int f(int a) { return a; }

// test pass=chosen-addresses..scalar-replacement
// count 3: volatile-store
__device__ volatile int &larger(volatile int &a, volatile int &b, int c) { if (c) return a; return b; }
__global__ void k(int *o, int n) {
  volatile int x = o[2], y = o[3];
  larger(x, y, n) = 7;
  o[0] = x;
  o[1] = y;
}

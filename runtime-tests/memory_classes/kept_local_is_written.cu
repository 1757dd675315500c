// A callee writes a local array through its parameter and gives the address to nobody.
// expect: 10 21 9 33
__device__ __noinline__ void fill(int *p, int n) { for (int i = 0; i < 4; i++) p[i] = i * 11 + n; }
extern "C" __global__ void k(int *o) { int a[4]; a[0] = o[4] + 9; a[1] = 5; int before = a[0]; fill(a, 10); o[0] = a[0]; o[1] = a[1]; o[2] = before;
  __syncthreads(); fill(a, o[5]); o[3] = a[3]; }

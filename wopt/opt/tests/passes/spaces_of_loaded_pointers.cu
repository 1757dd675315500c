// test pass=memory-spaces-2..memory-classes
// norun: no input has pointers in memory
// Nothing here stores an address: memory holds those that the host put there, which are of global memory.
// count 0: generic
// count 6: ivar U8
// check: ivar F4 global
struct Grid { float *a; const float *b; int n; };
__constant__ Grid held;
__global__ void k(float **rows, const Grid *grids) {
  rows[0][threadIdx.x] = rows[1][threadIdx.x + 3];
  held.a[threadIdx.x] = grids->b[threadIdx.x * 2];
}

// test pass=joined-stores
// Other places and widths, volatile, a load or a barrier behind one, and a way in without one.
// count 8: (istore
// count 2: (volatile-store
__global__ void k(int *o, const int *p, int a, int c) {
  if (c & 1) o[0] = a;
  else o[1] = a;
  __syncthreads();
  if (c & 2) ((short *)o)[4] = a;
  else ((char *)o)[8] = a;
  __syncthreads();
  if (c & 4) *(volatile int *)o = 1;
  else *(volatile int *)o = 2;
  int t;
  if (c & 8) {
    o[3] = a;
    t = p[a];
  } else {
    o[3] = 1;
    t = 1;
  }
  __syncthreads();
  if (c & 16) {
    o[4] = a;
    __threadfence();
  } else o[4] = t;
}

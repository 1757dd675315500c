// Low bits of an address are exchanged: it leads to another element of the same array, which stores by name change too.
// expect: 2 7 9
extern "C" __global__ void k(int *o) {
  __shared__ __align__(16) int a[8];
  for (int i = 0; i < 8; i++) a[i] = i;
  __syncthreads();
  int *p = (int *)((unsigned long long)(a + 1) ^ (unsigned long long)(((o[0] & 0) + 3) << 2));
  o[0] = *p;
  *p = 7;
  o[1] = a[2];
  a[2] = 9;
  o[2] = *p;
}

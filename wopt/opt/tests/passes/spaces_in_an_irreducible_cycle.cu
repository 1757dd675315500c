// test pass=memory-spaces-2..memory-classes
// A cycle with two entries, whose pointer comes from two places of one object.
// not: (ivar F4 generic
// check: (ivar F4 shared
__global__ void k(float *o, int n) {
  __shared__ float a[256];
  a[threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  float *p = o;
  float s = *p;
  int i = 0;
  if (n > 3) {
    p = a + 7;
    goto second;
  }
  p = a;
first:
  s += *p;
  p += 2;
second:
  s += p[1];
  p++;
  if (++i < n) goto first;
  o[0] = s;
}

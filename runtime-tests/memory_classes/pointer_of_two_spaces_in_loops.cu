// One variable leads into shared and then into global memory; between, it is compared with a generic pointer and stored.
// expect: 88 15 6 1 1
__device__ int *kept;
extern "C" __global__ void k(int *o) {
  __shared__ int a[8];
  for (int i = 0; i < 8; i++) a[i] = i * 4;
  for (int i = 5; i < 11; i++) o[i] = 0;
  __syncthreads();
  int *end = a + 8, *p = a, s = 0;
  kept = end;
  int *volatile *seen = &kept;
  for (; p != *seen; p += 2) { s += p[0]; s += p[1] / 2 + 2; }
  o[3] = p == end;
  kept = p;
  o[4] = *seen == end;
  int t = 0;
  p = o + 5;
  for (int i = 0; i < 6; i++) { *p = i; t += *p; p++; }
  o[1] = t;
  o[2] = (int)(p - (o + 5));
  o[0] = s;
}

// [expr.sub] what stands before the brackets comes before what stands in them, whichever is the pointer
// wrong: subscript-pointer-first
__device__ int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__device__ int b;
__device__ int *next(int by) { b = b * 10 + by; return a; }
__device__ int one(int by) { b = b * 10 + by; return by; }
extern "C" __global__ void k(long long *out) {
  int *x = a; int i = 1;
  b = 1; out[0] = (b = 4, x)[(b *= 2, 3)]; out[1] = b;
  b = 1; out[2] = (b = 3, 2)[(b *= 2, x)]; out[3] = b;
  b = 0; out[4] = next(1)[one(2)]; out[5] = b; b = 0; out[6] = one(3)[next(4)]; out[7] = b;
  out[8] = i[(i = 5, x)]; b = 0; one(6)[next(7)] += 50; out[9] = a[6]; out[10] = b; out[11] = 3[a];
}

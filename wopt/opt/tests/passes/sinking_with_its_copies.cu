// test pass=sinking
// The loop's counter begins with a copy of the load, which no thread needs where the guard is false: both go below it.
// check: (branch
// check: (ivar I8 global
// check: (stid
// check: (phi
__global__ void k(long *__restrict__ o, const long *__restrict__ p, long n) {
  long j = p[threadIdx.x];
  if (n > 5) {
    o[7] = 1;
#pragma unroll 1
    do { o[j] = n; j++; } while (j < n);
  }
}

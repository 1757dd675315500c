// test pass=value-numbering
// A shared object is every thread's, whoever keeps its address: other threads write it by their own.
// count 3: (ivar I4 shared (lda $0 0) 0
__shared__ int s[4];
__device__ __noinline__ int waits(const int *p) { __syncthreads(); return *p; }
__global__ void k(int *o) {
  s[threadIdx.x & 3] = o[1];
  o[4] = s[0];
  o[5] = waits(s);
  o[7] = s[0];
  __syncthreads();
  o[8] = s[0];
}

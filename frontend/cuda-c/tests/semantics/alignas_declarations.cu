// [dcl.align] 6 a declaration that asks for no alignment leaves what another of the variable asks for
// wrong: first-declarations-align
extern __device__ int first[2], second;
alignas(8) extern __device__ int same;
alignas(64) __device__ int first[2] = {1, 2};
alignas(32) __device__ int second = 3;
alignas(8) __device__ int same = 4;
extern "C" __global__ void k(long long *out) {
  out[0] = alignof(first); out[1] = alignof(second); out[2] = alignof(same); out[3] = first[1] + second + same;
  out[6] = (unsigned long long)&second % 32; out[7] = (unsigned long long)first % 64;
}

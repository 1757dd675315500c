// An address in an integer register of inline PTX.
// expect: 13
__device__ int x;
__device__ unsigned long long at;
extern "C" __global__ void k(int *o) {
  at = (unsigned long long)&x;
  x = 1;
  asm volatile("st.u32 [%0], %1;" :: "l"(at), "r"(13) : "memory");
  o[0] = x;
}

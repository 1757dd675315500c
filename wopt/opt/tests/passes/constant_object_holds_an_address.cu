// test pass=propagate
// The address that it holds is that of the object; half of one is read from memory.
// check: (v2.1) (U8U8INTRINSIC_OP ~cvta.global (lda $0 1))
// check: (ivar U4 global (lda $1 0) 8
__device__ const char text[4] = "abc";
__device__ const char *const names[2] = {text, text + 1};
__global__ void k(volatile unsigned long long *o) {
  o[0] = (unsigned long long)names[1];
  o[1] = *(const unsigned *)&names[1];
}

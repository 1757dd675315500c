// test pass=memory-spaces-2..memory-classes
// The addresses come out of variables that were an object when spaces were first asked for.
// not: (ivar F4 generic
// check: (ivar F4 shared (lda
struct both {
  float *here, *there;
};
__global__ void k(float *o, int n) {
  __shared__ float a[64];
  a[threadIdx.x] = o[threadIdx.x];
  both b[2];
  b[0].here = a;
  b[0].there = o;
  b[1].here = a + n;
  b[1].there = o + n;
  *b[0].here = *b[1].there;
  *b[0].there = *b[1].here;
}

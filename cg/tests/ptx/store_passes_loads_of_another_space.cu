// test ptx -O3 -arch=sm_80 -fno-promote-arguments
// Bytes of local memory are one store though global memory is read between; of generic memory nothing is known.
// count 1: st.local.v4.u8
// count 5: st.local.u8
struct alignas(4) Four { unsigned char a, b, c, d; };
__device__ __noinline__ void see(Four *f, int *o) { o[0] = f->a; }
__global__ void k(const unsigned char *in, int *out) {
  Four f;
  f.a = in[0] ^ 1; f.b = in[7] ^ 2; f.c = in[14] ^ 3; f.d = in[21] ^ 4;
  see(&f, out);
}
__device__ __noinline__ void any(const unsigned char *in, int *out) {
  Four f;
  f.a = in[0] ^ 1; f.b = in[7] ^ 2; f.c = in[14] ^ 3; f.d = in[21] ^ 4;
  see(&f, out);
}
__global__ void l(int *out, const unsigned char *in, int n) {
  unsigned char own[32];
  own[threadIdx.x & 31] = n;
  any(n > 3 ? own : in, out);
}

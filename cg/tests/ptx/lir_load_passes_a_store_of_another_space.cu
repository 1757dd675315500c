// test lir=vectorize -O3 -arch=sm_80
// Two loads of global memory are one though shared memory is written between.
// count 1: ld.global.v2.u32
struct alignas(8) V { int a, b; };
extern "C" __global__ void k(const V *p, int *out, int n) {
    __shared__ int s[64];
    int a = p[n].a;
    s[threadIdx.x] = a;
    int b = p[n].b;
    s[threadIdx.x + 32] = b;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x ^ 1] + s[threadIdx.x + 32 ^ 1];
}

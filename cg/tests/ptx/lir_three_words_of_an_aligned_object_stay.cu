// test lir=vectorize -O3 -arch=sm_80
// The object ends behind the third: the fourth is another's, or nobody's.
// count 3: ld.global.f32
// count 0: .v4
__device__ __align__(16) float g[3] = {1, 2, 3};
extern "C" __global__ void k(float *o) { o[0] = g[0] + g[1] + g[2]; }

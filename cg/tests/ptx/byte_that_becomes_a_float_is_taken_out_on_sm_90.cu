// test ptx -arch=sm_90
// count 1: prmt.b32
// count 0: and.b32
__global__ void k(float *f, unsigned x) { f[0] = (float)((x >> 16) & 255); }

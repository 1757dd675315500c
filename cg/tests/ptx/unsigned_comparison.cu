// test ptx -O3 -arch=sm_80
// Comparisons of unsigned words say so.
// check: setp.lt.u32
extern "C" __global__ void k(unsigned *p, unsigned a, unsigned b) {
    p[0] = a < b ? a : 5;
}

// test ptx -O3 -arch=sm_80
// The load extends as the type says.
// check: ld.global.s16
extern "C" __global__ void k(int *p, const short *q) {
    p[0] = q[0];
}

// test ptx -O3 -arch=sm_80
// The load extends as the type says.
// check: ld.global.u8
extern "C" __global__ void k(int *p, const unsigned char *q) {
    p[0] = q[0];
}

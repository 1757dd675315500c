// test ptx -O3 -arch=sm_80
// One instruction of 32 bits.
// check: mad.lo.s32
extern "C" __global__ void k(int *p, int a, int b) {
    p[0] = a * b + p[1];
}

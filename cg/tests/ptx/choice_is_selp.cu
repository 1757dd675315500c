// test ptx -O3 -arch=sm_80
// A choice without effects has no branch.
// check: setp.lt.s32
// check: selp.b32
extern "C" __global__ void k(int *p, int a, int b) {
    p[0] = a < b ? a : 5;
}
